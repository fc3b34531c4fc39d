public import Cairn

/// The state of an import.
public struct ImportState: Named {
  /// The stored name.
  public let name: String
  /// It was previewed; nothing was changed.
  public static let planned = ImportState("planned")
  /// It is being imported.
  public static let applying = ImportState("applying")
  /// It was imported.
  public static let applied = ImportState("applied")
  /// The import was undone.
  public static let undone = ImportState("undone")
  /// The import failed; nothing was changed.
  public static let failed = ImportState("failed")

  /// Its import has not reported progress for a minute; never stored.
  public static let stalled = ImportState("stalled")

  /// All stored states.
  public static let all = [planned, applying, applied, undone, failed]

  private init(_ name: String) { self.name = name }
}
