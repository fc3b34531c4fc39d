import Cairn

extension LogWriter {
  /// The value of a setting, or its standard.
  public func setting(_ setting: Setting) throws -> String {
    try setting.value(in: connection) ?? setting.standard
  }

  /// All settings with the value that was chosen, nil for those that were not.
  package func settings() throws -> [(setting: Setting, value: String?)] {
    try Setting.all.map { ($0, try $0.value(in: connection)) }
  }

  /// The hour at which the person's days begin.
  func dayStartHour() throws -> Int64 {
    Int64(try setting(.dayStartHour)) ?? 0
  }

  /// The day on which the person's weeks begin.
  func weekStart() throws -> WeekStart {
    WeekStart(name: try setting(.weekStart)) ?? .monday
  }

  /// Changes a setting; nil puts its standard back.
  ///
  /// Every day is computed anew when the day's edge moves. Throws `setting.invalid`.
  public func set(_ setting: Setting, to value: String?) throws {
    if let value { try setting.check(value) }
    guard try value != setting.value(in: connection) else { return }
    var fields = Fields()
    fields.set("name", setting.name)
    fields.set("value", value)
    fields[RecordField.deleted] = .null
    title = "Set \(setting.name) to \(value ?? setting.standard)"
    try set(fields, Setting.recordKind, Setting.recordID(setting.name))
  }
}
