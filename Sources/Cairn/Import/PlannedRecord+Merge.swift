/// The result of merging an imported record into an existing one.
public struct ImportMerge: Sendable, Equatable {
  /// Returns the field that stores what a source stated last, so that a later import can distinguish
  /// the changes of the source from those of the person.
  public static func field(of source: String) -> String { "imported.\(source)" }

  /// The field that stores the row of the file; it is updated only together with other changes,
  /// because exports contain numbers that change every day.
  public static let row = "sourceRow"

  /// The fields to set; empty if there is nothing to do.
  public let set: Fields
  /// The number of stated values that were not imported because the person had changed them.
  public let kept: Int
}

extension Fields {
  /// Returns the members without some names.
  fileprivate func without(_ names: Set<String>) -> Fields {
    var rest = Fields()
    for (name, value) in members where !names.contains(name) { rest[name] = value }
    return rest
  }
}

extension PlannedRecord {
  /// Merges field by field: the source's last statement, its current statement and the stored value.
  ///
  /// A value is imported if the log has what the source stated last, or if nothing was ever stated. A
  /// value of the person or of another source is kept, even if it was cleared (spec/ecosystem.md 0, rule
  /// 5), except for values where the latest or the highest-ranked one wins. `current` is nil for a new
  /// record; a record with an undone creation counts as new.
  public func merge(into current: Record?, from source: String) -> ImportMerge {
    guard let current, current.deletion != Deletion.byUndo else {
      return ImportMerge(set: fieldsOfNewRecord(over: current?.fields ?? Fields(), source), kept: 0)
    }
    let (now, base) = (current.fields, ImportBase(of: current, source))
    let stated = stated(since: base, now)
    var set = Fields()
    var keptNames: Set<String> = []
    for (name, value) in stated.members where now[name] != value {
      if let highestRanked = highestRanked(name, value, current, source) {
        if highestRanked != now[name] { set[name] = highestRanked }
        continue
      }
      let isOurs = base.states(name, now[name]) || (!base.knows(name) && now[name] == .null)
      if isOurs || isLater(name, current) || Self.isImplied(name, current) {
        set[name] = value
      } else {
        keptNames.insert(name)
      }
    }
    if !keptNames.isDisjoint(with: together) { set = set.without(together) }
    let kept = keptNames.count { name in
      base.knows(name) && !base.states(name, stated[name]) && recordedAt[name] == nil
    }
    storeBase(stated, over: base, source, &set)
    return ImportMerge(set: set, kept: kept)
  }

  /// Returns every value of a new record; clears the remaining values of an undone one.
  private func fieldsOfNewRecord(over left: Fields, _ source: String) -> Fields {
    var set = Fields()
    for (name, _) in left.members { set[name] = .null }
    var stated = Fields()
    for (name, value) in fields.members where name != ImportMerge.row { stated[name] = value }
    for (name, value) in stated.members { set[name] = value }
    storeBase(stated, over: ImportBase(), source, &set)
    return set
  }

  /// Returns the values that the source states for a known record.
  ///
  /// Omits the row, values for new records only, outdated values, and implied values already set or stated.
  private func stated(since base: ImportBase, _ now: Fields) -> Fields {
    var stated = Fields()
    if let version, let last = base.version, version < last { return stated }
    for (name, value) in fields.members where name != ImportMerge.row {
      guard !onlyWhenNew.contains(name) else { continue }
      guard !implied.contains(name) || (now[name] == .null && !base.knows("\(name)?")) else {
        continue
      }
      if let recordedTime = recordedAt[name], let last = base.time(of: name), recordedTime < last {
        continue
      }
      stated[name] = value
    }
    return stated
  }

  /// Returns whether the source recorded a value after the stored one.
  ///
  /// A stored position at the very start is ignored: it is set automatically when a read-through starts.
  private func isLater(_ name: String, _ current: Record) -> Bool {
    guard let recordedTime = recordedAt[name], let stamp = current.stamp(of: name) else {
      return false
    }
    if case .text(let text) = current.fields[name], (try? Position(text: text))?.value == 0 {
      return true
    }
    return recordedTime.milliseconds > Int64(stamp.time >> 16)
  }

  /// Returns whether a value is stored only because another source implied it.
  private static func isImplied(_ name: String, _ current: Record) -> Bool {
    bases(of: current).contains { $0.base.implies(name, current.fields[name]) }
  }

  /// Returns what every source stated last about a record.
  private static func bases(of current: Record) -> [(source: String, base: ImportBase)] {
    let prefix = ImportMerge.field(of: "")
    let sources = current.fields.members.map { $0.name }.filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
    return sources.map { ($0, ImportBase(of: current, $0)) }
  }

  /// Returns the highest-ranked value that any source states; nil for a value without ranks, or if the
  /// person set it.
  private func highestRanked(
    _ name: String,
    _ value: FieldValue,
    _ current: Record,
    _ source: String
  ) -> FieldValue? {
    guard let order = ranked[name] else { return nil }
    let all = Self.bases(of: current)
    guard all.contains(where: { $0.base.states(name, current.fields[name]) }) else { return nil }
    let otherBases = all.filter { $0.source != source }.map { $0.base }
    return order.first { known in
      known == value || otherBases.contains { $0.states(name, known) }
    }
  }

  /// Stores what the source states now; what it stated before and no longer states stays stored.
  private func storeBase(
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
