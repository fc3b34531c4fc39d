import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// `/api/v1/conflicts`: values that lost against those of another device.
enum ConflictHandlers {
  static let list = Endpoint(
    "List the values that lost against those of another device, the latest first.",
    gives: .json(["conflicts": .list(.lostValue)])
  ) { visit in
    let (words, devices) = (moment(visit), try await visit.log.deviceNames())
    let lost = try await visit.log.lostValues().map { $0.json(devices, words) }
    return HTTPResponse(.members(("conflicts", .array(lost))))
  }

  static let take = Endpoint(
    "Take the value that lost instead of the one that stands.",
    gives: .json(.lostValue)
  ) { visit in
    let (id, words) = (try visit.id("id"), moment(visit))
    let devices = try await visit.log.deviceNames()
    return try await visit.write("Take the other value") {
      try $0.takeLost(id).json(devices, words)
    }
  }

  static let drop = Endpoint(
    "Let a value that lost go; the one that stands stays.",
    gives: .json(.lostValue)
  ) { visit in
    let (id, words) = (try visit.id("id"), moment(visit))
    let devices = try await visit.log.deviceNames()
    return try await visit.write("Keep the value that stands") {
      try $0.letGo(id).json(devices, words)
    }
  }

  /// `2026-03-05 20:40`, whenever it is asked.
  private static func moment(_ visit: Visit) -> @Sendable (Instant) -> String {
    let clock = WallClock(zone: visit.zone, now: visit.now)
    return { clock.field($0).split(separator: "T").joined(separator: " ") }
  }
}
