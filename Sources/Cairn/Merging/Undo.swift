/// The values by which an entry is undone or redone, and their stamp.
///
/// The stamp is just above that of the entry, so an undo loses against every later edit, known or not.
package struct Undo: Sendable {
  /// The stamp of the values.
  package let stamp: Stamp
  /// The values.
  package let changes: [Change]

  /// Computes the undo of an entry, or the redo if it is undone.
  ///
  /// Undo sets each field to the value it would have if the entry, its undos and redos had never been.
  package init(of entry: HistoryEntry, in history: [HistoryEntry]) {
    let id = entry.mutation.id
    let turn = history.reduce(0) { turn, other in
      other.mutation.undoes == id ? max(turn, other.valueStamp.turn) : turn
    }
    let others = history.filter { $0.mutation.id != id && $0.mutation.undoes != id }
    stamp = entry.valueStamp.turned(turn + 1)
    changes = entry.mutation.changes.map { change in
      turn % 2 == 1 ? change : change.reverted(before: entry.valueStamp, others)
    }
  }
}

extension Change {
  fileprivate func reverted(before stamp: Stamp, _ others: [HistoryEntry]) -> Change {
    var values = Fields()
    for (name, _) in set.members {
      values[name] = Self.value(of: name, kind, id, before: stamp, others)
    }
    return Change(kind: kind, id: id, set: values, was: set)
  }

  /// Returns the last value that other entries set before a stamp.
  private static func value(
    of name: String,
    _ kind: RecordKind,
    _ id: RecordID,
    before stamp: Stamp,
    _ others: [HistoryEntry]
  ) -> FieldValue {
    var (last, value) = (Stamp(time: 0, node: 0), FieldValue.null)
    for entry in others where entry.valueStamp < stamp && last <= entry.valueStamp {
      for change in entry.mutation.changes where change.id == id && change.set.contains(name) {
        let other = change.set[name]
        value = last < entry.valueStamp || value < other ? other : value
        last = entry.valueStamp
      }
    }
    return value
  }
}
