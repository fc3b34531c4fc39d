// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target.
///
/// ExistentialAny: SE-0335, InternalImportsByDefault: SE-0409,
/// MemberImportVisibility: SE-0444, NonisolatedNonsendingByDefault: SE-0461.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func room(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

func tests(
  _ name: String,
  _ imports: [Target.Dependency],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: imports + ["CairnTestKit"],
    exclude: exclude,
    swiftSettings: settings
  )
}

let package = Package(
  name: "cairn",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Cairn", targets: ["Cairn", "CairnInsights", "CairnExchange"]),
    .library(
      name: "CairnStore",
      targets: [
        "CairnActions", "CairnReports", "CairnStore", "CairnSQL", "CairnSQLite", "CairnSync",
      ]
    ),
    .library(name: "CairnKit", targets: ["CairnKit"]),
    .library(name: "CairnClient", targets: ["CairnClient", "Cairn"]),
    .executable(name: "cairn", targets: ["CairnCLI"]),
  ],
  targets: [
    room("Cairn"),
    room("CairnInsights", ["Cairn"]),
    room("CairnActions", ["Cairn"]),
    room("CairnExchange", ["Cairn"]),
    room("CairnSQL"),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    room("CairnSQLite", ["CairnSQL", "CSQLite"]),
    .target(name: "CPostgres"),
    room("CairnPostgres", ["CairnSQL", "CPostgres"]),
    room("CairnReports", ["Cairn", "CairnActions", "CairnInsights"]),
    room(
      "CairnPages",
      ["Cairn", "CairnInsights", "CairnReports", "CairnHTML"]
    ),
    room("CairnStore", ["Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL"]),
    room("CairnJSON", ["Cairn", "CairnInsights", "CairnReports", "CairnStore"]),
    room("CairnTransfer", ["Cairn", "CairnExchange", "CairnReports", "CairnStore", "CairnJSON"]),
    room("CairnClient", ["Cairn", "CairnSQL", "CairnSQLite"]),
    room("CairnSync", ["Cairn", "CairnActions", "CairnReports", "CairnStore"]),
    room(
      "CairnKit",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL", "CairnSQLite",
        "CairnStore", "CairnSync", "CairnClient",
      ]
    ),
    room("CairnHTML"),
    room("CairnHTTP", ["CairnHTML"]),
    .target(name: "CMicrohttpd"),
    room("CairnListener", ["CairnHTTP", "CMicrohttpd"]),
    .target(name: "CWebAssets"),
    room("CairnWeb", ["Cairn", "CairnActions", "CairnInsights"]),
    .target(name: "CArgon2"),
    .target(name: "CGzip"),
    .target(name: "CCurl"),
    room(
      "CairnAccounts",
      [
        "Cairn", "CairnInsights", "CairnReports", "CairnSQL", "CairnStore", "CairnJSON",
        "CairnTransfer", "CArgon2",
      ]
    ),
    room(
      "CairnConnect",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnReports", "CairnStore",
        "CairnJSON", "CairnAccounts", "CairnHTML", "CairnHTTP",
      ]
    ),
    room(
      "CairnServer",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnStore", "CairnReports",
        "CairnPages", "CairnJSON", "CairnTransfer", "CairnSync", "CairnHTML", "CairnHTTP",
        "CWebAssets", "CairnAccounts", "CairnConnect",
      ]
    ),
    .executableTarget(
      name: "CairnCLI",
      dependencies: [
        "Cairn", "CairnActions", "CairnInsights", "CairnExchange", "CairnSQL", "CairnPostgres",
        "CairnSQLite",
        "CairnStore", "CairnReports", "CairnJSON", "CairnTransfer", "CairnSync", "CairnHTTP",
        "CairnListener", "CairnServer", "CGzip", "CCurl", "CairnAccounts",
      ],
      swiftSettings: settings
    ),
    room(
      "CairnTestKit",
      [
        "Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnSQLite", "CairnPostgres",
        "CairnStore", "CairnAccounts",
      ]
    ),
    tests(
      "CairnTests",
      ["Cairn", "CairnActions", "CairnReports", "CairnStore"],
      exclude: ["Climbing/Fixtures"]
    ),
    tests("CairnInsightsTests", ["Cairn", "CairnInsights"], exclude: ["Charts/Golden"]),
    tests(
      "CairnExchangeTests",
      ["Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnStore", "CairnExchange"],
      exclude: ["Fixtures"]
    ),
    tests("CairnSQLiteTests", ["CairnSQL", "CairnSQLite", "CSQLite"]),
    tests(
      "CairnStoreTests",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL", "CairnSQLite",
        "CairnStore", "CairnJSON", "CairnAccounts",
      ]
    ),
    tests(
      "CairnAccountsTests",
      ["Cairn", "CairnSQL", "CairnSQLite", "CairnStore", "CairnAccounts"]
    ),
    .executableTarget(
      name: "Simulate",
      dependencies: [
        "Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnSQLite", "CSQLite", "CairnStore",
        "CairnSync", "CairnTestKit",
      ],
      path: "Tests/Simulate",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "MergeCheck",
      dependencies: ["Cairn"],
      path: "Tests/MergeCheck",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnSQL", "CairnSQLite",
        "CairnStore",
      ],
      path: "Benchmarks/Bench",
      swiftSettings: settings
    ),
    tests(
      "CairnSyncTests",
      [
        "Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnSQLite", "CairnStore",
        "CairnSync",
        "Simulate",
      ]
    ),
    tests(
      "CairnPostgresTests",
      [
        "Cairn", "CairnActions", "CairnReports", "CairnSQL", "CairnPostgres", "CairnStore",
        "CairnSync", "CairnAccounts",
      ]
    ),
    tests(
      "CairnWebTests",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnReports", "CairnStore", "CairnSync",
        "CairnWeb",
      ]
    ),
    tests("CairnClientTests", ["Cairn", "CairnClient"]),
    tests("CairnKitTests", ["Cairn", "CairnKit", "CairnStore", "CairnSync"]),
    tests(
      "CairnCLITests",
      [
        "Cairn", "CairnActions", "CairnInsights", "CairnStore", "CairnReports", "CairnJSON",
        "CairnTransfer", "CairnHTML", "CairnHTTP", "CairnListener", "CairnServer", "CairnCLI",
        "CairnExchange",
        "CairnSync", "CairnPostgres", "CairnAccounts", "CairnWeb",
      ]
    ),
    tests("CairnHTTPTests", ["CairnHTML", "CairnHTTP"]),
    tests(
      "CairnServerTests",
      [
        "Cairn", "CairnActions", "CairnExchange", "CairnSQLite", "CairnPostgres", "CairnStore",
        "CairnReports", "CairnPages", "CairnJSON", "CairnTransfer", "CairnHTML", "CairnHTTP",
        "CairnListener", "CairnServer", "CGzip", "CairnSync", "CairnWeb", "CairnAccounts",
        "CairnConnect",
      ]
    ),
    tests("HouseTests", ["CairnInsights"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)
