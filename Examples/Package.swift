// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func example(_ name: String, _ product: String? = nil, in folder: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: product.map { [.product(name: $0, package: "cairn")] } ?? [],
    path: folder,
    swiftSettings: settings
  )
}

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "cairn", path: "..")],
  targets: [
    example("listening", "CairnClient", in: "Listening/Sources/Listening"),
    example("climbing", in: "Climbing/Sources/Climbing"),
    example("timer", "CairnKit", in: "Timer/Sources/Timer"),
    example("reading-timer", "CairnKit", in: "ReadingTimer"),
  ],
  swiftLanguageModes: [.v6]
)
