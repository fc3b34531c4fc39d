extension Change {
  /// Returns the same values with the result of `rule` for each stamp of its own.
  package func restamped(_ rule: (Stamp) -> Stamp) -> Change {
    Change(kind: kind, id: id, set: set, was: was, stamps: stamps.mapValues(rule))
  }
}

extension Record {
  /// Returns the same values with the result of `rule` for each stamp.
  package func restamped(_ rule: (Stamp) -> Stamp) -> Record {
    let base = rule(stamp)
    var changed = Record(kind: kind, id: id, fields: fields, stamp: base)
    for (name, own) in exceptions {
      var field = Fields()
      field[name] = fields[name]
      changed.set(field, stamp: rule(own))
    }
    return changed
  }

  /// Returns the names of the fields that are newer in this copy than in another.
  package func newerFields(than other: Record) -> [String] {
    fields.members.compactMap { name, value in
      guard let mine = stamp(of: name) else { return nil }
      guard let theirs = other.stamp(of: name) else { return name }
      return theirs < mine || (theirs == mine && other.fields[name] < value) ? name : nil
    }
  }

  /// Returns whether both copies have the same values and stamps.
  package func isSame(as other: Record) -> Bool {
    fields == other.fields && stamp == other.stamp
      && exceptions.elementsEqual(other.exceptions) { $0.name == $1.name && $0.stamp == $1.stamp }
  }
}
