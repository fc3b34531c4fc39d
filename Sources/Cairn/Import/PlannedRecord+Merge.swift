/// How an import meets a record that is there already.
public struct ImportMerge: Sendable, Equatable {
  /// The field that holds what a source stated last, so that a later import can tell its own
  /// changes from the person's.
  public static func field(of source: String) -> String { "imported.\(source)" }

  /// The field that holds the row as it stood in the file; it is taken along with other changes
  /// and is none by itself, since exports hold figures that change every day.
  public static let row = "sourceRow"

  /// The fields to set; empty when there is nothing to do.
  public let set: Fields
  /// How many stated values were not taken because the person had changed theirs.
  public let kept: Int
}

extension Fields {
  /// The members that are not among some names.
  fileprivate func without(_ names: Set<String>) -> Fields {
    var rest = Fields()
    for (name, value) in members where !names.contains(name) { rest[name] = value }
    return rest
  }
}

extension PlannedRecord {
  /// Decides field by field between the source then, the source now and the person.
  ///
  /// A value is taken when the log holds what the source stated last, or nothing was ever stated.
  /// Whatever the person or another source stated stays, a value that was cleared included
  /// (spec/ecosystem.md 0, rule 5), unless it is one of which the latest stands, or of sources the one
  /// that tells most. `current` is nil for a new record; one whose making was undone counts as new.
  public func merge(into current: Record?, from source: String) -> ImportMerge {
    guard let current, current.deletion != Deletion.byUndo else {
      return ImportMerge(set: making(over: current?.fields ?? Fields(), source), kept: 0)
    }
    let (now, base) = (current.fields, ImportBase(of: current, source))
    let stated = stated(since: base, now)
    var set = Fields()
    var stays: Set<String> = []
    for (name, value) in stated.members where now[name] != value {
      if let most = most(name, value, current, source) {
        if most != now[name] { set[name] = most }
        continue
      }
      let isOurs = base.states(name, now[name]) || (!base.knows(name) && now[name] == .null)
      if isOurs || isLater(name, current) || Self.isImplied(name, current) {
        set[name] = value
      } else {
        stays.insert(name)
      }
    }
    if !stays.isDisjoint(with: together) { set = set.without(together) }
    let kept = stays.count { name in
      base.knows(name) && !base.states(name, stated[name]) && notedAt[name] == nil
    }
    remember(stated, over: base, source, &set)
    return ImportMerge(set: set, kept: kept)
  }

  /// Every value of a new record; what an undone one still holds besides is cleared.
  private func making(over left: Fields, _ source: String) -> Fields {
    var set = Fields()
    for (name, _) in left.members { set[name] = .null }
    var stated = Fields()
    for (name, value) in fields.members where name != ImportMerge.row { stated[name] = value }
    for (name, value) in stated.members { set[name] = value }
    remember(stated, over: ImportBase(), source, &set)
    return set
  }

  /// What the source states of a known thing: not the row it comes from, nothing that only a new
  /// one takes, no note that is older than the one it gave last, and what it implies only where
  /// nothing is, for the first time.
  private func stated(since base: ImportBase, _ now: Fields) -> Fields {
    var stated = Fields()
    if let version, let last = base.version, version < last { return stated }
    for (name, value) in fields.members where name != ImportMerge.row {
      guard !onlyWhenNew.contains(name) else { continue }
      guard !implied.contains(name) || (now[name] == .null && !base.knows("\(name)?")) else {
        continue
      }
      if let noted = notedAt[name], let last = base.time(of: name), noted < last { continue }
      stated[name] = value
    }
    return stated
  }

  /// Whether the source noted a value after the one that is stored.
  ///
  /// A place at the very start counts for nothing: a rule notes it when a reading begins.
  private func isLater(_ name: String, _ current: Record) -> Bool {
    guard let noted = notedAt[name], let stamp = current.stamp(of: name) else { return false }
    if case .text(let text) = current.fields[name], (try? Position(text: text))?.value == 0 {
      return true
    }
    return noted.milliseconds > Int64(stamp.time >> 16)
  }

  /// Whether a value is there only because another source implied it.
  private static func isImplied(_ name: String, _ current: Record) -> Bool {
    bases(of: current).contains { $0.base.implies(name, current.fields[name]) }
  }

  /// What every source stated last of a record.
  private static func bases(of current: Record) -> [(source: String, base: ImportBase)] {
    let prefix = ImportMerge.field(of: "")
    let sources = current.fields.members.map { $0.name }.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    return sources.map { ($0, ImportBase(of: current, $0)) }
  }

  /// Of what this source and all others state, the value that tells most; nil for a value of which
  /// none does, or that the person set.
  private func most(
    _ name: String,
    _ value: FieldValue,
    _ current: Record,
    _ source: String
  ) -> FieldValue? {
    guard let order = ranked[name] else { return nil }
    let all = Self.bases(of: current)
    guard all.contains(where: { $0.base.states(name, current.fields[name]) }) else { return nil }
    let others = all.filter { $0.source != source }.map { $0.base }
    return order.first { known in
      known == value || others.contains { $0.states(name, known) }
    }
  }

  /// Notes what the source states now; what it stated once and no longer does stays noted.
  private func remember(
    _ stated: Fields,
    over base: ImportBase,
    _ source: String,
    _ set: inout Fields
  ) {
    guard !stated.members.isEmpty else { return }
    let next = ImportBase(stating: stated, self, over: base)
    guard next != base else { return }
    set.set(ImportMerge.field(of: source), next.text)
    if fields.contains(ImportMerge.row) { set[ImportMerge.row] = fields[ImportMerge.row] }
  }
}
