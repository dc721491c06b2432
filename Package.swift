// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

let package = Package(
  name: "workspace-store",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "SnapshotDiff", targets: ["SnapshotDiff"]),
    // Generated code imports these three, so the product carries them.
    .library(
      name: "WorkspaceStore", targets: ["WorkspaceStore", "FlatBufferCoding", "SnapshotDiff"]),
    .library(name: "Dataflow", targets: ["Dataflow"]),
    // For Tests/Fuzz: nothing in it is public.
    .library(name: "SchemaCompiler", targets: ["SchemaCompiler"]),
    .plugin(name: "SchemaPlugin", targets: ["SchemaPlugin"]),
    .executable(name: "workspace-schema", targets: ["workspace-schema"]),
    .executable(name: "workspace-cli", targets: ["workspace-cli"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "SnapshotDiff", swiftSettings: strict),
    .target(name: "FlatBufferCoding", swiftSettings: strict),
    .target(
      name: "Migrations", path: "Migrations", resources: [.embedInCode("M0001_catalog.sql")],
      swiftSettings: strict),
    .target(name: "SchemaCompiler", dependencies: ["FlatBufferCoding"], swiftSettings: strict),
    .target(
      name: "WorkspaceStore",
      dependencies: ["CSQLite", "FlatBufferCoding", "Migrations", "SnapshotDiff"],
      swiftSettings: strict),
    .target(
      name: "Dataflow", dependencies: ["WorkspaceStore", "SnapshotDiff"], swiftSettings: strict),
    .executableTarget(
      name: "workspace-schema", dependencies: ["SchemaCompiler"], swiftSettings: strict),
    .plugin(
      name: "SchemaPlugin", capability: .buildTool(), dependencies: ["workspace-schema"],
      path: "Sources/SchemaPlugin"),
    .executableTarget(
      name: "workspace-cli", dependencies: ["WorkspaceStore", "SchemaCompiler"],
      swiftSettings: strict),
    .executableTarget(
      name: "todo-example", dependencies: ["Dataflow", "WorkspaceStore"], swiftSettings: strict,
      plugins: ["SchemaPlugin"]),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "FlatBufferCodingTests", dependencies: ["FlatBufferCoding", "TestSupport"],
      resources: [.copy("Resources")], swiftSettings: strict),
    // Counts what a test allocates, by taking the place of malloc.
    .target(
      name: "AllocationCount", path: "Tests/AllocationCount", publicHeadersPath: "include"),
    .testTarget(
      name: "SnapshotDiffTests", dependencies: ["AllocationCount", "SnapshotDiff", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SchemaCompilerTests", dependencies: ["SchemaCompiler", "TestSupport"],
      resources: [.copy("Resources")], swiftSettings: strict),
    .testTarget(
      name: "WorkspaceStoreTests", dependencies: ["Migrations", "WorkspaceStore", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: strict, plugins: ["SchemaPlugin"]),
    // What the proofs of the store need: files that fail, a script of transactions, a process to kill.
    .target(
      name: "FaultVFS", dependencies: ["CSQLite"], path: "Tests/FaultVFS",
      publicHeadersPath: "include"),
    .target(
      name: "StoreWorkload", dependencies: ["WorkspaceStore", "TestSupport"],
      path: "Tests/StoreWorkload", swiftSettings: strict, plugins: ["SchemaPlugin"]),
    .executableTarget(
      name: "store-writer", dependencies: ["StoreWorkload", "TestSupport", "WorkspaceStore"],
      path: "Tests/StoreWriter", swiftSettings: strict),
    .testTarget(
      name: "StoreProofTests",
      dependencies: ["FaultVFS", "StoreWorkload", "TestSupport", "WorkspaceStore", "store-writer"],
      swiftSettings: strict),
    .testTarget(
      name: "DataflowTests", dependencies: ["Dataflow", "WorkspaceStore", "TestSupport"],
      swiftSettings: strict, plugins: ["SchemaPlugin"]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["TestSupport", "workspace-cli"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
