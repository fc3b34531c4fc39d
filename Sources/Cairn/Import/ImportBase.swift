/// What a source stated last, as a digest of each value: enough to tell whether one is still it.
///
/// Stored as `name=digest` separated by blanks, names ascending. Whole values would store every
/// imported thing twice.
public struct ImportBase: Sendable, Equatable {
  private var digests: [(name: String, digest: String)] = []

  /// Nothing stated yet.
  init() {}

  /// What a record keeps of its last import from a source; empty when there was none.
  public init(of record: Record?, _ source: String) {
    guard case .text(let text)? = record?.fields[ImportMerge.field(of: source)] else { return }
    digests = text.split(separator: " ").compactMap { part in
      guard let sign = part.lastIndex(of: "=") else { return nil }
      return (String(part[..<sign]), String(part[part.index(after: sign)...]))
    }
  }

  /// What an import states now; of fields it does not state the earlier digest stays.
  init(stating stated: Fields, over earlier: ImportBase) {
    let old = earlier.digests.filter { !stated.contains($0.name) }
    let new = stated.members.map { (name: $0.name, digest: Self.digest($0.value)) }
    digests = (old + new).sorted { $0.name < $1.name }
  }

  /// The stored form.
  var text: String { digests.map { "\($0.name)=\($0.digest)" }.joined(separator: " ") }

  /// Whether the source stated a field at all.
  func knows(_ name: String) -> Bool { digests.contains { $0.name == name } }

  /// Whether the source stated this value.
  func states(_ name: String, _ value: FieldValue) -> Bool {
    digests.contains { $0.name == name && $0.digest == Self.digest(value) }
  }

  /// Whether a record still holds every value the source stated.
  public func isUntouched(in record: Record) -> Bool {
    !digests.isEmpty && digests.allSatisfy { $0.digest == Self.digest(record.fields[$0.name]) }
  }

  /// Compares names and digests in order.
  public static func == (left: ImportBase, right: ImportBase) -> Bool {
    left.digests.count == right.digests.count
      && zip(left.digests, right.digests).allSatisfy { $0 == $1 }
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
