// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cairn", path: "..")],
  targets: [
    .executableTarget(
      name: "Bench",
      dependencies: [
        .product(name: "Cairn", package: "cairn"),
        .product(name: "CairnStore", package: "cairn"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
