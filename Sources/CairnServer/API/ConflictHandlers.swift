import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore
import CairnSync

/// The handlers of `/api/v1/conflicts`: sync conflicts between devices.
enum ConflictHandlers {
  static let list = Endpoint(
    "List the open sync conflicts, newest first.",
    gives: JSONFields<[ConflictReport]>(list: "conflicts")
  ) { context in
    let (format, devices) = (moment(context), try await context.log.deviceNames())
    let open = try await context.log.openConflicts()
    return open.map { $0.report(devices, format) }
  }

  static let useLosingValue = resolution("Resolve a conflict with the other value.") {
    try $0.useLosingValue($1)
  }

  static let keepCurrentValue = resolution("Resolve a conflict by keeping the current value.") {
    try $0.keepCurrentValue($1)
  }

  private static func resolution(
    _ summary: String,
    _ resolve: @escaping @Sendable (LogWriter, RecordID) throws -> ConflictView
  ) -> Endpoint {
    Endpoint(summary, gives: .json(ConflictReport.self)) { context in
      let (id, format) = (try context.id("id"), moment(context))
      let devices = try await context.log.deviceNames()
      return try await context.write { try resolve($0, id).report(devices, format).json }
    }
  }

  /// Returns a formatter of absolute times in the person's zone: `2026-03-05 20:40`.
  private static func moment(_ context: AuthenticatedContext) -> @Sendable (Instant) -> String {
    let clock = WallClock(zone: context.zone, now: context.now)
    return { clock.field($0).split(separator: "T").joined(separator: " ") }
  }
}
