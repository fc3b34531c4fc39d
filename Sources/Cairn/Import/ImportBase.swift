/// What a source stated last, as a digest of each value: enough to tell whether one is still it.
///
/// Stored as `name=digest` separated by blanks, names ascending; `name?=digest` for what it only
/// implied, `name.at=milliseconds` for when it noted a value, without a name for when it changed the
/// thing last. Whole values would store every
/// imported thing twice.
public struct ImportBase: Sendable, Equatable {
  private var entries: [(name: String, text: String)] = []

  /// Nothing stated yet.
  init() {}

  /// What a record keeps of its last import from a source; empty when there was none.
  public init(of record: Record?, _ source: String) {
    guard case .text(let text)? = record?.fields[ImportMerge.field(of: source)] else { return }
    entries = text.split(separator: " ").compactMap { part in
      guard let sign = part.lastIndex(of: "=") else { return nil }
      return (String(part[..<sign]), String(part[part.index(after: sign)...]))
    }
  }

  /// What an import states now of what it plans; of what it does not state the earlier entry
  /// stays.
  init(stating stated: Fields, _ planned: PlannedRecord, over earlier: ImportBase) {
    let values = stated.members.map { name, value in
      (name: planned.implied.contains(name) ? "\(name)?" : name, text: Self.digest(value))
    }
    let times = planned.notedAt.filter { stated.contains($0.key) }
      .map { (name: "\($0.key).at", text: String($0.value.milliseconds)) }
    let version = planned.version.map { [(name: ".at", text: String($0.milliseconds))] } ?? []
    let new = values + times + version
    let names = Set(new.map { $0.name })
    let old = earlier.entries.filter { !names.contains($0.name) }
    entries = (old + new).sorted { $0.name < $1.name }
  }

  /// The stored form.
  var text: String { entries.map { "\($0.name)=\($0.text)" }.joined(separator: " ") }

  /// Whether the source stated a field at all.
  func knows(_ name: String) -> Bool { self[name] != nil }

  /// Whether the source stated this value.
  func states(_ name: String, _ value: FieldValue) -> Bool { self[name] == Self.digest(value) }

  /// Whether the source implied this value.
  func implies(_ name: String, _ value: FieldValue) -> Bool {
    self["\(name)?"] == Self.digest(value)
  }

  /// When the source noted the value that it stated last; nil when it did not say.
  func time(of name: String) -> Instant? {
    self["\(name).at"].flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
  }

  /// When the source had changed the thing last; nil when it did not say.
  var version: Instant? { time(of: "") }

  private subscript(name: String) -> String? { entries.first { $0.name == name }?.text }

  /// Whether a record still holds every value the source stated.
  public func isUntouched(in record: Record) -> Bool {
    let stated = entries.filter { record.fields.contains($0.name) }
    return !stated.isEmpty && stated.allSatisfy { states($0.name, record.fields[$0.name]) }
  }

  /// Compares names and texts in order.
  public static func == (left: ImportBase, right: ImportBase) -> Bool {
    left.entries.count == right.entries.count
      && zip(left.entries, right.entries).allSatisfy { $0 == $1 }
  }

  /// FNV-1a of the value as JSON, its lower 48 bits in hexadecimal.
  private static func digest(_ value: FieldValue) -> String {
    var fields = Fields()
    fields["v"] = value
    let hash = fields.json.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash & 0xFFFF_FFFF_FFFF, radix: 16)
  }
}
