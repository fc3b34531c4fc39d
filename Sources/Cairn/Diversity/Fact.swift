/// A fact about an author or a work, with its source.
///
/// Value and source are stored in one field, so that a sync merge never combines the value of one
/// device with the source of another.
public struct Fact: Sendable, Hashable {
  /// The stored value: `africa`, `en`, `yes`, `1977`.
  public let value: String
  /// The source.
  public let source: FactSource

  /// Creates a fact from a value that ``FactKind/value(typed:)`` has validated.
  public init(_ value: String, from source: FactSource = .me) {
    (self.value, self.source) = (value, source)
  }

  /// Parses `me:africa`; a value that this version does not know is kept unchanged.
  init(stored: String) {
    let parts = stored.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = FactSource(stored: parts.count == 2 ? String(parts[0]) : "")
    value = String(parts[parts.count - 1])
  }

  /// The stored text: `me:africa`.
  var stored: String { source.name.isEmpty ? value : "\(source.name):\(value)" }
}

/// The source of a fact.
public struct FactSource: Sendable, Hashable {
  /// The stored name.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Creates a source from a stored name, whether known to this version or not.
  package init(stored name: String) { self.name = name }

  /// The owner of the log.
  public static let me = FactSource("me")
  /// An imported file.
  public static let imported = FactSource("import")
  /// A program that inferred it.
  public static let inferred = FactSource("inferred")
}

/// The known facts about one author or one work; a missing fact is unknown.
public struct KnownFacts: Sendable, Equatable {
  /// The facts by the index of their kind; empty as long as nothing is known.
  private var known: [Fact?] = []
  /// The kinds that a file or a program had set before the person did, one bit for each; they stay set.
  private var presetKinds: UInt16 = 0
  /// Whether questions about it are turned off.
  public var isAskingDisabled = false

  /// Creates an empty set of facts.
  public init() {}

  /// The fact of a kind; nil if unknown.
  public subscript(kind: FactKind) -> Fact? {
    get { known.isEmpty ? nil : known[Int(kind.index)] }
    set {
      if let old = self[kind], old.source != .me, old != newValue { markPreset(kind) }
      setFact(newValue, kind)
    }
  }

  private mutating func setFact(_ fact: Fact?, _ kind: FactKind) {
    if known.isEmpty {
      guard fact != nil else { return }
      known = Array(repeating: nil, count: FactKind.all.count)
    }
    known[Int(kind.index)] = fact
    // Without any fact, the representation must not depend on earlier ones.
    if fact == nil, known.allSatisfy({ $0 == nil }) { known = [] }
  }

  private mutating func markPreset(_ kind: FactKind) { presetKinds |= 1 << UInt16(kind.index) }

  private func wasPreset(_ kind: FactKind) -> Bool { presetKinds & (1 << UInt16(kind.index)) != 0 }

  /// Returns whether the fact of a kind is known.
  func knows(_ kind: FactKind) -> Bool { !known.isEmpty && known[Int(kind.index)] != nil }

  /// Returns the value of a kind; nil if unknown.
  public func value(_ kind: FactKind) -> String? {
    known.isEmpty ? nil : known[Int(kind.index)]?.value
  }

  /// All known facts, in the order of ``FactKind/all``.
  public var all: [(kind: FactKind, fact: Fact)] {
    FactKind.all.compactMap { kind in self[kind].map { (kind, $0) } }
  }

  /// Copies facts of some kinds that are missing here.
  mutating func fill(from other: KnownFacts, _ kinds: [FactKind]) {
    for kind in kinds where !knows(kind) {
      setFact(other[kind], kind)
      if other.wasPreset(kind) { markPreset(kind) }
    }
    isAskingDisabled = isAskingDisabled || other.isAskingDisabled
  }

  /// Reads the facts of a record; throws `record.malformed`.
  init(_ fields: Fields, _ kinds: [FactKind]) throws(CairnError) {
    for kind in kinds {
      if let text = try fields.text(kind.field) { setFact(Fact(stored: text), kind) }
      if try fields.bool(kind.suppliedField) ?? false { markPreset(kind) }
    }
    isAskingDisabled = try fields.bool("isAskingDisabled") ?? false
  }

  /// Sets every fact of these kinds.
  func write(to fields: inout Fields, _ kinds: [FactKind]) {
    for kind in kinds {
      fields.set(kind.field, self[kind]?.stored)
      fields.set(kind.suppliedField, wasPreset(kind) ? true : nil)
    }
    fields.set("isAskingDisabled", isAskingDisabled ? true : nil)
  }
}
