public import Cairn
import CairnSQL

extension Log {
  /// The hour at which the person's days begin.
  public func dayStartHour() async throws -> Int64 {
    try await read { connection in
      try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
    }
  }

  /// The day on which the person's weeks begin.
  public func weekStart() async throws -> WeekStart {
    let name = try await read { try Setting.weekStart.value(in: $0) }
    return name.flatMap { WeekStart(name: $0) } ?? .monday
  }

  /// All settings with the value that was chosen, nil for those that were not.
  public func settings() async throws -> [(setting: Setting, value: String?)] {
    try await read { connection in
      try Setting.all.map { ($0, try $0.value(in: connection)) }
    }
  }

  /// Changes a setting by name; nil puts its standard back.
  ///
  /// Throws `setting.unknown` or `setting.invalid`.
  public func set(_ name: String, to value: String?) async throws {
    guard let setting = Setting(name: name) else {
      throw CairnError(
        "setting.unknown",
        "There is no setting “\(name)”.",
        hint: "Settings are \(Setting.all.map(\.name).joined(separator: ", "))."
      )
    }
    try await write("Change a setting") { try $0.set(setting, to: value) }
  }
}
