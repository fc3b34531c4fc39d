package import Cairn
package import CairnSQL

extension Setting {
  /// Returns the stored value; nil if there is none.
  package func value(in connection: any SQLConnection) throws -> String? {
    try connection.value("SELECT value FROM setting WHERE name = \(name)")
  }
}

/// The table `setting`.
struct SettingProjection: Projection {
  let kind = Setting.recordKind
  let tables: [SQLTable] = [.setting]

  func insert(_ record: Record, in context: ProjectionContext) throws {
    let name = try Self.name(of: record)
    guard let value = try record.fields.text("value") else { return }
    try Self.check(value, of: name)
    try context.willChange(name)
    try context.connection.run(
      """
      INSERT INTO setting (name, value) VALUES (\(name), \(value))
      """
    )
  }

  func remove(_ record: Record, in context: ProjectionContext) throws {
    let name = try Self.name(of: record)
    try context.willChange(name)
    try context.connection.run("DELETE FROM setting WHERE name = \(name)")
  }

  /// Returns the name of a setting, which determines its record id.
  private static func name(of record: Record) throws(CairnError) -> String {
    let name = try record.fields.required("name", record.fields.text("name"))
    guard record.id == Setting.recordID(name) else {
      throw Fields.malformed("name", "that of the setting with its id")
    }
    return name
  }

  private static func check(_ value: String, of name: String) throws(CairnError) {
    let setting = Setting(name: name)
    guard setting?.accepts(value) ?? true else {
      throw Fields.malformed("value", "one that \(name) can have")
    }
  }
}
