public import Cairn
import CairnActions

extension Log {
  /// Returns the hour at which days start.
  public func dayStartHour() async throws -> Int64 {
    try await read { connection in
      try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
    }
  }

  /// Returns the day on which weeks start.
  public func weekStart() async throws -> WeekStart {
    let name = try await read { try Setting.weekStart.value(in: $0) }
    return name.flatMap { WeekStart(name: $0) } ?? .monday
  }

  /// Returns the notation of times of day.
  public func clockStyle() async throws -> ClockStyle {
    let name = try await read { try Setting.clockStyle.value(in: $0) }
    return name.flatMap { ClockStyle(name: $0) } ?? .twentyFourHours
  }

  /// Returns the activities that the person keeps track of.
  public func chosenActivities() async throws -> ChosenActivities {
    let text = try await read { try Setting.activities.value(in: $0) }
    return text.flatMap { ChosenActivities(text: $0) } ?? .all
  }

  /// Returns all settings with the chosen value; nil for the default.
  public func settings() async throws -> [(setting: Setting, value: String?)] {
    try await read { connection in
      try Setting.all.map { ($0, try $0.value(in: connection)) }
    }
  }

  /// Changes a setting by name; nil restores the default.
  ///
  /// Throws `setting.unknown` or `setting.invalid`.
  public func set(_ name: String, to value: String?) async throws {
    try await set(name, to: value, progress: nil)
  }

  /// Changes a setting; `progress` receives how many of how many sessions have moved to other days.
  package func set(
    _ name: String,
    to value: String?,
    progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?
  ) async throws {
    guard let setting = Setting(name: name) else { throw Setting.unknown(name) }
    try await write { writer in
      writer.projection.progress = progress
      try ChangeSettings([(setting, value)]).run(in: writer)
    }
  }
}
