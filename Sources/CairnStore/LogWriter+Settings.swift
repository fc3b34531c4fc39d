public import Cairn
import CairnActions

extension LogWriter {
  /// Returns all settings with the chosen value; nil for the default.
  package func settings() throws -> [(setting: Setting, value: String?)] {
    try Setting.all.map { ($0, try $0.value(in: connection)) }
  }

  /// Returns the day on which weeks start.
  func weekStart() throws -> WeekStart {
    WeekStart(name: try setting(.weekStart)) ?? .monday
  }

  /// Changes a setting; nil restores the default.
  ///
  /// Another start hour recomputes all days. Throws `setting.invalid`.
  public func set(_ setting: Setting, to value: String?) throws {
    if let value { try setting.check(value) }
    guard try value != setting.value(in: connection) else { return }
    var fields = Fields()
    fields.set("name", setting.name)
    fields.set("value", value)
    fields[RecordField.deleted] = .null
    title = "\(setting.name) set to \(value ?? setting.standard)"
    try set(fields, Setting.recordKind, Setting.recordID(setting.name))
  }
}
