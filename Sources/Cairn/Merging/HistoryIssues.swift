/// What is reported because people did not know of each other's acts.
///
/// It follows from the history and from what each entry knew; nothing is stored.
package struct HistoryIssues {
  /// A value that lost against one of a person who did not know of it.
  package struct LostValue {
    package let record: RecordID
    package let field: String
    package let value: FieldValue
    package let stamp: Stamp
    /// The entry that set it.
    package let entry: Int
  }

  /// An entry about a record, or about what belongs to it, that a deletion of the record did not know.
  package struct LostEdit {
    package let record: RecordID
    package let entry: Int
  }

  /// The change of a record by one entry.
  private struct Edit {
    let record: RecordID
    let entry: Int
    let change: Int
  }

  /// One entry's value of a field.
  private struct Setter {
    let name: String
    let value: FieldValue
    let stamp: Stamp
    let entry: Int
  }

  private let history: [Mutation]
  private let changes: [[Change]]
  /// The climbs of each session, and the attempts of each climb.
  private var parts: [RecordID: [RecordID]] = [:]
  private let areInEffect: [Bool]
  private let areLasting: [Bool]
  /// Whether a rule made the entry: it states nothing, and knowing of a value does not settle it.
  private let areAutomatic: [Bool]
  /// The fields that decide whether a record is there.
  private let existence: [String]
  /// All changes, by record and entry.
  private var edits: [Edit] = []
  package private(set) var lostValues: [LostValue] = []
  package private(set) var lostEdits: [LostEdit] = []

  /// Finds what is reported of records with this history, which is complete.
  ///
  /// `owners` has the session of each climb and the climb of each attempt. `hidesMerged`: a merged record is not
  /// shown, so that a change of it is lost, as one of a deleted record, and so is its time if the target has another.
  package init(_ history: [Mutation], owners: [RecordID: RecordID], hidesMerged: Bool = false) {
    self.history = history
    existence = RecordField.existence + (hidesMerged ? [RecordField.mergedInto] : []) + ["kind"]
    changes = history.map { $0.netChanges }
    let turns = history.turns
    areInEffect = history.map { $0.isInEffect(turns) }
    areLasting = history.map { $0.isLasting(turns) }
    areAutomatic = history.map { $0.entry.isAutomaticEntry }
    for entry in changes.indices {
      for change in changes[entry].indices {
        edits.append(Edit(record: changes[entry][change].id, entry: entry, change: change))
      }
    }
    for (part, owner) in owners { parts[owner, default: []].append(part) }
    edits.sort { $0.record != $1.record ? $0.record < $1.record : $0.entry < $1.entry }
    reportAll()
  }

  private mutating func reportAll() {
    var start = 0
    while start < edits.count {
      let record = edits[start].record
      let end = edits[start...].firstIndex { $0.record != record } ?? edits.count
      report(record, start..<end)
      start = end
    }
  }

  private func change(_ edit: Int) -> Change { changes[edits[edit].entry][edits[edit].change] }

  private func stamp(_ name: String, _ edit: Int) -> Stamp {
    change(edit).stamps[name] ?? history[edits[edit].entry].stamp
  }

  private mutating func report(_ record: RecordID, _ range: Range<Int>) {
    let first = change(range.lowerBound).set
    guard range.count > 1 || existence.contains(where: { $0 != "kind" && first[$0].isDeletion })
    else { return }
    let setters = setters(range)
    var start = 0
    while start < setters.count {
      let name = setters[start].name
      let end = setters[start...].firstIndex { $0.name != name } ?? setters.count
      report(record, name, setters[start..<end])
      start = end
    }
  }

  private mutating func report(_ record: RecordID, _ name: String, _ setters: ArraySlice<Setter>) {
    let isExistence = existence.contains(name)
    guard setters.count > 1 || isExistence else { return }
    let field = Array(setters)
    if name != MergeField.isReread, name != "readThrough" { reportLost(record, field) }
    if isExistence { reportDeletion(record, field) }
  }

  /// Returns all values of the fields of a record, by name and entry.
  private func setters(_ range: Range<Int>) -> [Setter] {
    var setters: [Setter] = []
    for edit in range {
      for (name, value) in change(edit).set.members {
        let (stamp, entry) = (stamp(name, edit), edits[edit].entry)
        setters.append(Setter(name: name, value: value, stamp: stamp, entry: entry))
      }
    }
    setters.sort { $0.name != $1.name ? $0.name < $1.name : $0.entry < $1.entry }
    return setters
  }
}

extension HistoryIssues {
  /// Returns whether one entry was made with knowledge of another.
  private func knows(_ one: Int, _ other: Int) -> Bool { history[one].knows(history[other]) }

  /// Returns whether an entry was made with knowledge of the act that an undo reverts.
  private func knowsUndone(_ one: Int, _ undo: Int) -> Bool {
    let undone = history.first { $0.entry == history[undo].undoes }
    return undone.map { history[one].knows($0) } ?? false
  }

  /// Returns the value that is current: of the largest stamp, then the largest.
  private func current(_ field: [Setter]) -> Setter {
    var current = field[0]
    for other in field.dropFirst() where Self.precedes(current, other) { current = other }
    return current
  }

  private static func precedes(_ left: Setter, _ right: Setter) -> Bool {
    left.stamp < right.stamp || left.stamp == right.stamp && left.value < right.value
  }

  private mutating func reportLost(_ record: RecordID, _ field: [Setter]) {
    guard field.count > 1 else { return }
    let (current, acts) = (current(field), field.filter { states($0.entry) })
    if current.stamp.turn > 0 { reportUnsettled(record, field, acts) }
    for setter in field where setter.value != current.value && counts(setter, current, field) {
      let isKnown = acts.contains { setter.stamp < $0.stamp && knows($0.entry, setter.entry) }
      if !isKnown, !isReplacedByRules(setter, field) { report(setter, record) }
    }
  }

  /// Returns whether an entry is an act of a person that is in effect.
  private func states(_ entry: Int) -> Bool { areInEffect[entry] && !areAutomatic[entry] }

  /// Returns whether only rules that knew of a value set the field later.
  private func isReplacedByRules(_ setter: Setter, _ field: [Setter]) -> Bool {
    field.allSatisfy { other in
      other.stamp <= setter.stamp
        || areAutomatic[other.entry] && knows(other.entry, setter.entry)
    }
  }

  /// Returns whether a value is that of an act in effect, or one that an undo put back where the current
  /// value was set with knowledge of the undone act.
  private func counts(_ setter: Setter, _ current: Setter, _ field: [Setter]) -> Bool {
    guard areLasting[setter.entry], setter.value != .null else { return states(setter.entry) }
    return field.contains { other in
      other.stamp == current.stamp && !knows(other.entry, setter.entry)
        && knowsUndone(other.entry, setter.entry)
    }
  }

  /// Reports the value that is due where an undo put back another, which was undone by somebody unknown to it.
  private mutating func reportUnsettled(_ record: RecordID, _ field: [Setter], _ acts: [Setter]) {
    let (current, last) = (current(field), acts.max(by: Self.precedes))
    guard let value = last?.value ?? former(field, record) else { return }
    let due = Setter(
      name: current.name,
      value: value,
      stamp: last?.stamp ?? current.stamp.unturned,
      entry: last?.entry ?? current.entry
    )
    if due.value != current.value { report(due, record) }
  }

  /// Returns the value before all acts, which a rule or an import may have set.
  ///
  /// Returns nil if the history lacks the first act, because a disk lost it.
  private func former(_ field: [Setter], _ record: RecordID) -> FieldValue? {
    guard let first = field.min(by: Self.precedes), history[first.entry].undoes == nil else {
      return nil
    }
    return changes[first.entry].first { $0.id == record }?.was[first.name] ?? .null
  }

  private mutating func report(_ setter: Setter, _ record: RecordID) {
    let lost = LostValue(
      record: record,
      field: setter.name,
      value: setter.value,
      stamp: setter.stamp,
      entry: setter.entry
    )
    lostValues.append(lost)
  }

  /// Reports acts on a record and on what belongs to it, unless a deletion knew of them or they knew of
  /// the deletion.
  private mutating func reportDeletion(_ record: RecordID, _ field: [Setter]) {
    let current = current(field)
    guard current.name == "kind" ? current.value == .null : current.value.isDeletion else { return }
    let deletions = field.filter { setter in
      let entry = setter.entry
      return setter.value == current.value
        && (areInEffect[entry] || areLasting[entry] && !putsBack(entry, setter, record))
    }
    let final = deletions.filter { $0.stamp == current.stamp }.map { $0.entry }
    let isMerge = current.name == RecordField.mergedInto
    for edit in related(to: record) + (isMerge ? lastTimes(of: current.value) : []) {
      let entry = edits[edit].entry
      let isKnown =
        final.contains { knows(entry, $0) }
        || deletions.contains { $0.entry == entry || knows($0.entry, entry) }
      guard !isKnown, changes(edit, except: current.name, final) else { continue }
      lostEdits.append(LostEdit(record: record, entry: entry))
    }
  }

  /// Returns whether an undo puts back a deletion, which then is that of the person who had deleted the record.
  private func putsBack(_ undo: Int, _ deletion: Setter, _ record: RecordID) -> Bool {
    guard deletion.name != "kind", history[undo].turn % 2 == 1 else { return false }
    return history.contains { act in
      act.entry == history[undo].undoes
        && act.changes.contains { change in
          change.id == record && !change.isCreation && change.set.contains(deletion.name)
        }
    }
  }

  /// Returns whether an edit states a value: as an act that is in effect, or as an undo of an act that a
  /// deletion knew, if the value is current.
  private func changes(_ edit: Int, except name: String, _ deletions: [Int]) -> Bool {
    let entry = edits[edit].entry
    let isUndo = areLasting[entry] && deletions.contains { knowsUndone($0, entry) }
    guard states(entry) || isUndo else { return false }
    let change = change(edit)
    return change.set.members.contains { field in
      let isExistence = RecordField.existence.contains(field.name)
      let isStated = isExistence || !change.kind.isComputed(field.name)
      return isStated && field.name != name && field.value != .null
        && (states(entry) || isCurrent(field.name, edit))
    }
  }

  private func isCurrent(_ name: String, _ edit: Int) -> Bool {
    !edits.indices.contains { other in
      edits[other].record == edits[edit].record && change(other).set.contains(name)
        && stamp(name, edit) < stamp(name, other)
    }
  }

  /// Returns the edits of a record and of what belongs to it.
  private func related(to record: RecordID) -> [Int] {
    let near = parts[record] ?? []
    return ([record] + near + near.flatMap { parts[$0] ?? [] }).flatMap { range(of: $0) }
  }

  /// Returns the last edits of the time of a merge target, without which the time of what was merged is lost.
  private func lastTimes(of target: FieldValue) -> [Int] {
    guard case .text(let text) = target, let id = RecordID(text: text) else { return [] }
    let edits = range(of: id)
    return ["segments", "endedAt"].compactMap { name in
      edits.filter { replaces(name, $0) }.max { stamp(name, $0) < stamp(name, $1) }
    }
  }

  /// Returns whether an act in effect gave a field another value: to set the current one again decides only what
  /// lost against it.
  private func replaces(_ name: String, _ edit: Int) -> Bool {
    let change = change(edit)
    return states(edits[edit].entry) && change.set.contains(name)
      && change.set[name] != change.was[name]
  }

  /// Returns the edits of a record, by binary search.
  private func range(of record: RecordID) -> Range<Int> {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].record < record { low = middle + 1 } else { high = middle }
    }
    return low..<(edits[low...].firstIndex { $0.record != record } ?? edits.count)
  }
}

extension HistoryIssues {
  /// Returns what is reported of a log with these records and this history.
  package static func find(in history: [Mutation], _ content: LogContent) -> Set<MergeIssue> {
    var owners: [RecordID: RecordID] = [:]
    for climb in content.climbs { owners[climb.id] = climb.session }
    for attempt in content.attempts { owners[attempt.id] = attempt.climb }
    let found = HistoryIssues(history, owners: owners)
    let values = found.lostValues.map { lost in
      var issue = MergeIssue(.lostValue, lost.record)
      (issue.field, issue.value) = (lost.field, lost.value)
      return issue
    }
    let edits = found.lostEdits.map { lost in
      MergeIssue(.changedWhereDeleted, lost.record, history[lost.entry].id)
    }
    return Set(values + edits)
  }
}
