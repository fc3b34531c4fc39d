// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "listening",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cairn", path: "../..")],
  targets: [
    .executableTarget(
      name: "listening",
      dependencies: [.product(name: "CairnClient", package: "cairn")],
      path: "Sources/Listening",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
