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

extension PlannedRecord {
  /// Decides field by field between the source then, the source now and the person.
  ///
  /// A value is taken when the log holds what the source stated last, or nothing was ever stated.
  /// Whatever the person or another source stated stays, a value that was cleared included
  /// (spec/ecosystem.md 0, rule 5). `current` is nil for a new record; one whose making was undone
  /// counts as new.
  public func merge(into current: Record?, from source: String) -> ImportMerge {
    guard let current, current.deletion != Deletion.byUndo else {
      return ImportMerge(set: making(over: current?.fields ?? Fields(), source), kept: 0)
    }
    let (now, base) = (current.fields, ImportBase(of: current, source))
    let stated = stated(isNew: false)
    var set = Fields()
    var kept = 0
    for (name, value) in stated.members where now[name] != value && !base.states(name, value) {
      if base.states(name, now[name]) || (!base.knows(name) && now[name] == .null) {
        set[name] = value
      } else if base.knows(name) {
        kept += 1
      }
    }
    remember(stated, over: base, source, &set)
    return ImportMerge(set: set, kept: kept)
  }

  /// Every value of a new record; what an undone one still holds besides is cleared.
  private func making(over left: Fields, _ source: String) -> Fields {
    var set = Fields()
    for (name, _) in left.members { set[name] = .null }
    let stated = stated(isNew: true)
    for (name, value) in stated.members { set[name] = value }
    remember(stated, over: ImportBase(), source, &set)
    return set
  }

  /// What the source states of the thing itself, without the row it comes from.
  private func stated(isNew: Bool) -> Fields {
    var stated = Fields()
    for (name, value) in fields.members where name != ImportMerge.row {
      if isNew || !onlyWhenNew.contains(name) { stated[name] = value }
    }
    return stated
  }

  /// Notes what the source states now; what it stated once and no longer does stays noted.
  private func remember(
    _ stated: Fields,
    over base: ImportBase,
    _ source: String,
    _ set: inout Fields
  ) {
    let next = ImportBase(stating: stated, over: base)
    guard next != base else { return }
    set.set(ImportMerge.field(of: source), next.text)
    if fields.contains(ImportMerge.row) { set[ImportMerge.row] = fields[ImportMerge.row] }
  }
}
