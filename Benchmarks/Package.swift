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
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "workspace-store", path: "..")],
  targets: [
    .target(name: "BenchmarkHarness", swiftSettings: strict),
    .target(
      name: "BenchmarkRecords",
      dependencies: [
        "BenchmarkHarness", .product(name: "WorkspaceStore", package: "workspace-store"),
      ],
      swiftSettings: strict,
      plugins: [.plugin(name: "SchemaPlugin", package: "workspace-store")]),
    .systemLibrary(
      name: "CSQLiteBaseline", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(name: "CMalloc"),
    .executableTarget(
      name: "diff-benchmark",
      dependencies: [
        "BenchmarkHarness", .target(name: "CMalloc", condition: .when(platforms: [.linux])),
        .product(name: "SnapshotDiff", package: "workspace-store"),
      ],
      exclude: ["bars.json"], swiftSettings: strict),
    .executableTarget(
      name: "store-benchmark",
      dependencies: [
        "BenchmarkHarness", "BenchmarkRecords", "CSQLiteBaseline",
        .product(name: "WorkspaceStore", package: "workspace-store"),
      ],
      exclude: ["bars.json"],
      swiftSettings: strict),
    .executableTarget(
      name: "observation-benchmark",
      dependencies: [
        "BenchmarkHarness", "BenchmarkRecords", "CSQLiteBaseline",
        .target(name: "CMalloc", condition: .when(platforms: [.linux])),
        .product(name: "WorkspaceStore", package: "workspace-store"),
      ],
      exclude: ["bars.json"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
