import Foundation
import PackagePlugin

/// Makes Swift of the `.fbs` files of a target: one file for each, and one for all their namespaces.
@main
struct SchemaPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let root = target.directoryURL
    let schemas = module.sourceFiles(withSuffix: "fbs").map(\.url)
      .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
    guard !schemas.isEmpty else { return [] }
    let tool = try context.tool(named: "workspace-schema").url
    let outputs = Self.outputNames(of: schemas, in: root)
    var commands = schemas.map { schema in
      let name = outputs[schema] ?? schema.lastPathComponent
      let output = context.pluginWorkDirectoryURL.appending(path: name + ".swift")
      return Command.buildCommand(
        displayName: "Generating \(name).swift", executable: tool,
        arguments: [
          "generate", schema.path(percentEncoded: false), "--output",
          output.path(percentEncoded: false), "--root", root.path(percentEncoded: false),
        ],
        inputFiles: IncludedFiles(root: root).all(of: schema), outputFiles: [output])
    }
    let namespaces = context.pluginWorkDirectoryURL.appending(path: "SchemaNamespaces.swift")
    commands.append(
      .buildCommand(
        displayName: "Generating SchemaNamespaces.swift", executable: tool,
        arguments: ["namespaces", "--output", namespaces.path(percentEncoded: false)]
          + schemas.map { $0.path(percentEncoded: false) },
        inputFiles: schemas, outputFiles: [namespaces]))
    return commands
  }

  /// The outputs' names: those of the files or, where two would be the same, their paths in the target.
  private static func outputNames(of schemas: [URL], in root: URL) -> [URL: String] {
    let byName = Dictionary(grouping: schemas) { $0.lastPathComponent.lowercased() }
    var names: [URL: String] = [:]
    for schema in schemas {
      let isAlone = byName[schema.lastPathComponent.lowercased()]?.count == 1
      let parts = schema.pathComponents.dropFirst(root.pathComponents.count)
      names[schema] = isAlone ? schema.lastPathComponent : parts.joined(separator: "__")
    }
    return names
  }
}
