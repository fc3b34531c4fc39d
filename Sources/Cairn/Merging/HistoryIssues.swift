/// What is reported because people did not know of each other's acts.
///
/// It follows from the history and from what each entry knew; nothing is stored.
package struct HistoryIssues {
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

  private let history: [HistoryEntry]
  private let content: LogContent
  private let areInEffect: [Bool]
  private let areLasting: [Bool]
  /// All changes, by record and entry.
  private var edits: [Edit] = []
  private var issues: Set<MergeIssue> = []

  /// Returns what is reported of a log with these records and this history.
  package static func find(
    in history: [HistoryEntry],
    _ content: LogContent
  ) -> Set<MergeIssue> {
    var finder = HistoryIssues(history, content)
    var start = 0
    while start < finder.edits.count {
      let record = finder.edits[start].record
      let end = finder.edits[start...].firstIndex { $0.record != record } ?? finder.edits.count
      finder.report(record, start..<end)
      start = end
    }
    return finder.issues
  }

  private init(_ history: [HistoryEntry], _ content: LogContent) {
    (self.history, self.content) = (history, content)
    let turns = history.turns
    areInEffect = history.map { $0.isInEffect(turns) }
    areLasting = history.map { $0.isLasting(turns) }
    for (entry, held) in history.enumerated() {
      for change in held.mutation.changes.indices {
        let record = held.mutation.changes[change].id
        edits.append(Edit(record: record, entry: entry, change: change))
      }
    }
    edits.sort { $0.record != $1.record ? $0.record < $1.record : $0.entry < $1.entry }
  }

  private func change(_ edit: Int) -> Change {
    history[edits[edit].entry].mutation.changes[edits[edit].change]
  }

  private func stamp(_ name: String, _ edit: Int) -> Stamp {
    change(edit).stamps[name] ?? history[edits[edit].entry].mutation.stamp
  }

  private mutating func report(_ record: RecordID, _ range: Range<Int>) {
    guard range.count > 1 || change(range.lowerBound).set[RecordField.deleted] != .null else {
      return
    }
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
    let isExistence = name == RecordField.deleted || name == "kind"
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
    let undone = history.first { $0.mutation.id == history[undo].mutation.undoes }
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
    let (current, acts) = (current(field), field.filter { areInEffect[$0.entry] })
    if current.stamp.turn > 0 { reportUnsettled(record, current, acts) }
    for setter in field where setter.value != current.value && counts(setter, current, field) {
      let isKnown = acts.contains { setter.stamp < $0.stamp && knows($0.entry, setter.entry) }
      if !isKnown { reportLost(record, setter.name, setter.value) }
    }
  }

  /// Returns whether a value is that of an act in effect, or one that an undo put back where the current
  /// value was set with knowledge of the undone act.
  private func counts(_ setter: Setter, _ current: Setter, _ field: [Setter]) -> Bool {
    guard areLasting[setter.entry], setter.value != .null else { return areInEffect[setter.entry] }
    return field.contains { other in
      other.stamp == current.stamp && !knows(other.entry, setter.entry)
        && knowsUndone(other.entry, setter.entry)
    }
  }

  /// Reports the value that is due where an undo put back another, which was undone by somebody unknown to it.
  private mutating func reportUnsettled(_ record: RecordID, _ current: Setter, _ acts: [Setter]) {
    let due = acts.max(by: Self.precedes)?.value ?? .null
    if due != current.value { reportLost(record, current.name, due) }
  }

  private mutating func reportLost(_ record: RecordID, _ name: String, _ value: FieldValue) {
    var issue = MergeIssue(.lostValue, record)
    (issue.field, issue.value) = (name, value)
    issues.insert(issue)
  }

  /// Reports acts on a record and on what belongs to it, unless a deletion knew of them or they knew of
  /// the deletion.
  private mutating func reportDeletion(_ record: RecordID, _ field: [Setter]) {
    let current = current(field)
    guard current.name == "kind" ? current.value == .null : current.value.isDeletion else { return }
    let deletions = field.filter { setter in
      setter.value == current.value && (areInEffect[setter.entry] || areLasting[setter.entry])
    }
    let final = deletions.filter { $0.stamp == current.stamp }.map { $0.entry }
    for edit in edits.indices where isRelated(edits[edit].record, record) {
      let entry = edits[edit].entry
      let isKnown =
        final.contains { knows(entry, $0) }
        || deletions.contains { $0.entry == entry || knows($0.entry, entry) }
      guard !isKnown, changes(edit, except: current.name, final) else { continue }
      issues.insert(MergeIssue(.changedWhereDeleted, record, history[entry].mutation.id))
    }
  }

  /// Returns whether an edit states a value: as an act that is in effect, or as an undo of an act that a
  /// deletion knew, if the value is current.
  private func changes(_ edit: Int, except name: String, _ deletions: [Int]) -> Bool {
    let entry = edits[edit].entry
    let isUndo = areLasting[entry] && deletions.contains { knowsUndone($0, entry) }
    guard areInEffect[entry] || isUndo else { return false }
    return change(edit).set.members.contains { field in
      field.name != name && field.value != .null
        && (areInEffect[entry] || isCurrent(field.name, edit))
    }
  }

  private func isCurrent(_ name: String, _ edit: Int) -> Bool {
    !edits.indices.contains { other in
      edits[other].record == edits[edit].record && change(other).set.contains(name)
        && stamp(name, edit) < stamp(name, other)
    }
  }

  /// Returns whether a record is the other, or a climb or attempt of it.
  private func isRelated(_ record: RecordID, _ other: RecordID) -> Bool {
    record == other || belongs(record, to: other)
  }

  private func belongs(_ record: RecordID, to other: RecordID) -> Bool {
    let attempt = content.attempts.index(of: record).map { content.attempts[$0] }
    guard let climb = content.climbs.index(of: attempt?.climb ?? record) else {
      return attempt?.climb == other
    }
    return content.climbs[climb].id == other || content.climbs[climb].session == other
  }
}

extension FieldValue {
  /// Whether it deletes a record as a value of `deleted`.
  fileprivate var isDeletion: Bool {
    if case .text = self { true } else { false }
  }
}
