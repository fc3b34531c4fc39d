import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The handlers of `/api/v1/conflicts`: sync conflicts between devices.
enum ConflictHandlers {
  static let list = Endpoint(
    "List the values that lost against those of another device, the latest first.",
    gives: .json(["conflicts": .list(.lostValue)])
  ) { context in
    let (words, devices) = (moment(context), try await context.log.deviceNames())
    let lost = try await context.log.openConflicts().map { $0.json(devices, words) }
    return HTTPResponse(.members(("conflicts", .array(lost))))
  }

  static let take = Endpoint(
    "Take the value that lost instead of the one that stands.",
    gives: .json(.lostValue)
  ) { context in
    let (id, words) = (try context.id("id"), moment(context))
    let devices = try await context.log.deviceNames()
    return try await context.write("Take the other value") {
      try $0.useLosingValue(id).json(devices, words)
    }
  }

  static let drop = Endpoint(
    "Let a value that lost go; the one that stands stays.",
    gives: .json(.lostValue)
  ) { context in
    let (id, words) = (try context.id("id"), moment(context))
    let devices = try await context.log.deviceNames()
    return try await context.write("Keep the value that stands") {
      try $0.keepCurrentValue(id).json(devices, words)
    }
  }

  /// Returns a formatter of absolute times in the person's zone: `2026-03-05 20:40`.
  private static func moment(_ context: AuthenticatedContext) -> @Sendable (Instant) -> String {
    let clock = WallClock(zone: context.zone, now: context.now)
    return { clock.field($0).split(separator: "T").joined(separator: " ") }
  }
}
