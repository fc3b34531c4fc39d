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
    (areInEffect, areLasting) = (history.areInEffect, history.areLasting)
    for (entry, held) in history.enumerated() {
      for change in held.mutation.changes.indices {
        let record = held.mutation.changes[change].id
        edits.append(Edit(record: record, entry: entry, change: change))
      }
    }
    edits.sort { $0.record != $1.record ? $0.record < $1.record : $0.entry < $1.entry }
  }

  private func fields(_ edit: Int) -> Fields {
    history[edits[edit].entry].mutation.changes[edits[edit].change].set
  }

  private mutating func report(_ record: RecordID, _ range: Range<Int>) {
    guard range.count > 1 || fields(range.lowerBound)[RecordField.deleted] != .null else { return }
    let setters = setters(range)
    var start = 0
    while start < setters.count {
      let name = setters[start].name
      let end = setters[start...].firstIndex { $0.name != name } ?? setters.count
      let field = Array(setters[start..<end])
      if name != MergeField.isReread, name != "readThrough" { reportLost(record, field) }
      if name == RecordField.deleted || name == "kind" { reportDeletion(record, field) }
      start = end
    }
  }

  /// Returns all values of the fields of a record, by name and entry.
  private func setters(_ range: Range<Int>) -> [Setter] {
    var setters: [Setter] = []
    for edit in range {
      for (name, value) in fields(edit).members {
        setters.append(Setter(name: name, value: value, entry: edits[edit].entry))
      }
    }
    setters.sort { $0.name != $1.name ? $0.name < $1.name : $0.entry < $1.entry }
    return setters
  }
}

extension HistoryIssues {
  private func stamp(_ setter: Setter) -> Stamp { history[setter.entry].valueStamp }

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
    for other in field.dropFirst() {
      let (mine, theirs) = (stamp(current), stamp(other))
      if mine < theirs || mine == theirs && current.value < other.value { current = other }
    }
    return current
  }

  private mutating func reportLost(_ record: RecordID, _ field: [Setter]) {
    guard field.count > 1 else { return }
    let current = current(field)
    for setter in field where setter.value != current.value && counts(setter, current, field) {
      let isKnown = field.contains {
        areInEffect[$0.entry] && stamp(setter) < stamp($0) && knows($0.entry, setter.entry)
      }
      guard !isKnown else { continue }
      var issue = MergeIssue(.lostValue, record)
      (issue.field, issue.value) = (setter.name, setter.value)
      issues.insert(issue)
    }
  }

  /// Returns whether a value is that of an act, or of an undo that counts beside the current value.
  ///
  /// Two devices may undo one act to two values, and who set the current value may have known the act
  /// but not its undo.
  private func counts(_ setter: Setter, _ current: Setter, _ field: [Setter]) -> Bool {
    if areInEffect[setter.entry] { return true }
    guard history[setter.entry].mutation.undoes != nil else { return false }
    if stamp(setter) == stamp(current) { return true }
    guard areLasting[setter.entry], setter.value != .null else { return false }
    return field.contains { stamp($0) == stamp(current) && knowsUndone($0.entry, setter.entry) }
  }

  /// Reports acts on a record and on what belongs to it, unless a deletion knew of them or they knew of
  /// the deletion.
  private mutating func reportDeletion(_ record: RecordID, _ field: [Setter]) {
    let current = current(field)
    guard current.name == "kind" ? current.value == .null : current.value.isDeletion else { return }
    let deletions = field.filter { setter in
      setter.value == current.value && (areInEffect[setter.entry] || areLasting[setter.entry])
    }
    let final = deletions.filter { stamp($0) == stamp(current) }.map { $0.entry }
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
    return fields(edit).members.contains { field in
      field.name != name && field.value != .null
        && (areInEffect[entry] || isCurrent(field.name, edit))
    }
  }

  private func isCurrent(_ name: String, _ edit: Int) -> Bool {
    !edits.indices.contains { other in
      edits[other].record == edits[edit].record && fields(other).contains(name)
        && history[edits[edit].entry].valueStamp < history[edits[other].entry].valueStamp
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
