/// The values that a source stated last, as digests, to detect whether a value has changed since.
///
/// The stored form is `name=digest` separated by spaces, with names ascending. `name?=digest` is a
/// value that was only implied. `name.at=milliseconds` is when the source recorded a value, and
/// without a name, when it last changed the item. Digests are used because whole values would store
/// every imported item twice.
public struct ImportBase: Sendable, Equatable {
  private var entries: [(name: String, text: String)] = []

  /// Creates a base without any values.
  init() {}

  /// Reads what a record stores about its last import from a source; empty if there was none.
  public init(of record: Record?, _ source: String) {
    guard case .text(let text)? = record?.fields[ImportMerge.field(of: source)] else { return }
    entries = text.split(separator: " ").compactMap { part in
      guard let sign = part.lastIndex(of: "=") else { return nil }
      return (String(part[..<sign]), String(part[part.index(after: sign)...]))
    }
  }

  /// Creates the base after an import; values that the import does not state keep their earlier
  /// entries.
  init(stating stated: Fields, _ planned: PlannedRecord, over earlier: ImportBase) {
    let values = stated.members.map { name, value in
      (name: planned.implied.contains(name) ? "\(name)?" : name, text: Self.digest(value))
    }
    let times = planned.recordedAt.filter { stated.contains($0.key) }
      .map { (name: "\($0.key).at", text: String($0.value.milliseconds)) }
    let version = planned.version.map { [(name: ".at", text: String($0.milliseconds))] } ?? []
    let new = values + times + version
    let names = Set(new.map { $0.name })
    let old = earlier.entries.filter { !names.contains($0.name) }
    entries = (old + new).sorted { $0.name < $1.name }
  }

  /// The stored form.
  var text: String { entries.map { "\($0.name)=\($0.text)" }.joined(separator: " ") }

  /// Returns whether the source stated a field at all.
  func knows(_ name: String) -> Bool { self[name] != nil }

  /// Returns whether the source stated this value.
  func states(_ name: String, _ value: FieldValue) -> Bool { self[name] == Self.digest(value) }

  /// Returns whether the source implied this value.
  func implies(_ name: String, _ value: FieldValue) -> Bool {
    self["\(name)?"] == Self.digest(value)
  }

  /// Returns when the source recorded its latest value; nil if it gave no time.
  func time(of name: String) -> Instant? {
    self["\(name).at"].flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
  }

  /// When the source last changed the item; nil if it gave no time.
  var version: Instant? { time(of: "") }

  private subscript(name: String) -> String? { entries.first { $0.name == name }?.text }

  /// Returns whether a record still has every value that the source stated.
  public func isUntouched(in record: Record) -> Bool {
    let stated = entries.filter { record.fields.contains($0.name) }
    return !stated.isEmpty && stated.allSatisfy { states($0.name, record.fields[$0.name]) }
  }

  /// Compares names and texts in order.
  public static func == (left: ImportBase, right: ImportBase) -> Bool {
    left.entries.count == right.entries.count
      && zip(left.entries, right.entries).allSatisfy { $0 == $1 }
  }

  /// Returns the lower 48 bits of the FNV-1a hash of the value as JSON, in hexadecimal.
  private static func digest(_ value: FieldValue) -> String {
    var fields = Fields()
    fields["v"] = value
    let hash = fields.json.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash & 0xFFFF_FFFF_FFFF, radix: 16)
  }
}
