// swift-tools-version: 6.2
// A package of a user: schemas that include one another, main-actor isolation by default, names that could collide.
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "consumer",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "workspace-store", path: "../..")],
  targets: [
    .target(
      name: "Library",
      dependencies: [.product(name: "WorkspaceStore", package: "workspace-store")],
      swiftSettings: strict,
      plugins: [.plugin(name: "SchemaPlugin", package: "workspace-store")]),
    .executableTarget(
      name: "consumer",
      dependencies: ["Library", .product(name: "WorkspaceStore", package: "workspace-store")],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "SchemaPlugin", package: "workspace-store")]),
  ],
  swiftLanguageModes: [.v6]
)
