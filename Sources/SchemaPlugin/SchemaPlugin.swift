import Foundation
import PackagePlugin

/// Runs `workspace-schema` on the `.fbs` files of a target.
@main
struct SchemaPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    []
  }
}
