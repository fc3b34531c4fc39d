/// What is known of an author or a work in one respect, and who says so.
///
/// Both are one value of a record, so that two devices never mix the word of one with the source of
/// the other.
public struct Fact: Sendable, Hashable {
  /// The stored word: `africa`, `en`, `yes`, `1977`.
  public let value: String
  /// Who says so.
  public let source: FactSource

  /// Makes a fact of a word that was checked by ``FactKind/value(typed:)``.
  public init(_ value: String, from source: FactSource = .me) {
    (self.value, self.source) = (value, source)
  }

  /// Reads `me:africa`; whatever this version does not know is kept as it is.
  init(stored: String) {
    let parts = stored.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = FactSource(stored: parts.count == 2 ? String(parts[0]) : "")
    value = String(parts[parts.count - 1])
  }

  /// The text that is stored: `me:africa`.
  var stored: String { source.name.isEmpty ? value : "\(source.name):\(value)" }
}

/// Who says what is known.
public struct FactSource: Sendable, Hashable {
  /// The stored name.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Takes a stored name, known to this version or not.
  package init(stored name: String) { self.name = name }

  /// The person whose log it is.
  public static let me = FactSource("me")
  /// A file that was imported.
  public static let imported = FactSource("import")
  /// A program that worked it out.
  public static let inferred = FactSource("inferred")

  /// All that this version writes; a log may hold others.
  public static let all = [me, imported, inferred]
}

/// All that is known of one author or one work; what is not there is unknown.
public struct KnownFacts: Sendable, Equatable {
  /// By the place of their kind; empty as long as nothing is known.
  private var known: [Fact?] = []
  /// What a file or a program had said before the person did, whatever became of it: a bit for each
  /// kind.
  private var told: UInt16 = 0
  /// Whether no question is asked about it any more.
  public var isAskingDisabled = false

  /// Nothing is known.
  public init() {}

  /// What is known in one respect; nil for unknown.
  public subscript(kind: FactKind) -> Fact? {
    get { known.isEmpty ? nil : known[Int(kind.place)] }
    set {
      if let old = self[kind], old.source != .me, old != newValue { tell(kind) }
      keep(newValue, kind)
    }
  }

  private mutating func keep(_ fact: Fact?, _ kind: FactKind) {
    if known.isEmpty {
      guard fact != nil else { return }
      known = Array(repeating: nil, count: FactKind.all.count)
    }
    known[Int(kind.place)] = fact
    // What is known of nothing is the same however it came to be.
    if fact == nil, known.allSatisfy({ $0 == nil }) { known = [] }
  }

  private mutating func tell(_ kind: FactKind) { told |= 1 << UInt16(kind.place) }

  private func wasTold(_ kind: FactKind) -> Bool { told & (1 << UInt16(kind.place)) != 0 }

  /// Whether something is known in one respect.
  func knows(_ kind: FactKind) -> Bool { !known.isEmpty && known[Int(kind.place)] != nil }

  /// The word for one respect; nil for unknown.
  public func value(_ kind: FactKind) -> String? {
    known.isEmpty ? nil : known[Int(kind.place)]?.value
  }

  /// All that is known, in the order of ``FactKind/all``.
  public var all: [(kind: FactKind, fact: Fact)] {
    FactKind.all.compactMap { kind in self[kind].map { (kind, $0) } }
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { known.isEmpty }

  /// Takes what is known elsewhere and not here, of some kinds.
  mutating func fill(from other: KnownFacts, _ kinds: [FactKind]) {
    for kind in kinds where !knows(kind) {
      keep(other[kind], kind)
      if other.wasTold(kind) { tell(kind) }
    }
    isAskingDisabled = isAskingDisabled || other.isAskingDisabled
  }

  /// Reads the facts of a record; throws `record.malformed`.
  init(_ fields: Fields, _ kinds: [FactKind]) throws(CairnError) {
    for kind in kinds {
      if let text = try fields.text(kind.field) { keep(Fact(stored: text), kind) }
      if try fields.bool(kind.suppliedField) ?? false { tell(kind) }
    }
    isAskingDisabled = try fields.bool("isAskingDisabled") ?? false
  }

  /// Sets every fact of these kinds.
  func write(to fields: inout Fields, _ kinds: [FactKind]) {
    for kind in kinds {
      fields.set(kind.field, self[kind]?.stored)
      fields.set(kind.suppliedField, wasTold(kind) ? true : nil)
    }
    fields.set("isAskingDisabled", isAskingDisabled ? true : nil)
  }
}
