extension Record {
  /// The maximum length of a text field: 1 MiB of UTF-8, so that every change can be synced.
  package static let textLimit = 1_048_576

  /// A description of a value that no version of Cairn writes; nil if there is none.
  ///
  /// An unknown word may come from a newer version and is valid: see ``RecordSchema``.
  package var violation: String? {
    for (name, value) in fields.members {
      if let violation = violation(name, value) { return violation }
    }
    return nil
  }

  private func violation(_ name: String, _ value: FieldValue) -> String? {
    if let wanted = RecordSchema.form(of: name, in: kind)?.expectation(of: value) {
      return "“\(name)” is \(value.excerpt), not \(wanted)"
    }
    guard kind == Work.recordKind, name == "title", case .text(let title) = value else {
      return nil
    }
    return Self.violation(title: title)
  }

  private static func violation(title: String) -> String? {
    do throws(CairnError) {
      try Work.requireTitle(title)
      return nil
    } catch {
      return "its title is invalid: \(error.message.dropLast())"
    }
  }
}

extension Change {
  /// A description of the first new value that no version of Cairn writes; nil if there is none.
  package var violation: String? {
    let stamp = Stamp(time: 0, node: 0)
    return Record(kind: kind, id: id, fields: set, stamp: stamp).violation
  }

  /// Throws `record.too_long` or `record.out_of_range` for a value that other devices would reject.
  package func requireValid() throws(CairnError) {
    try set.requireSendable()
    guard let violation else { return }
    throw CairnError(
      "record.out_of_range",
      "This value cannot be stored: \(violation).",
      hint: "Give another value. Nothing was changed."
    )
  }
}

extension FieldValue {
  /// The value for an error message, cut to 60 characters.
  fileprivate var excerpt: String {
    switch self {
    case .null: "empty"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .text(let value): String(value.prefix(60))
    }
  }
}

extension Fields {
  /// Throws `record.too_long` for a text that no server accepts: a stored change must be sendable.
  fileprivate func requireSendable() throws(CairnError) {
    for case (let name, .text(let text)) in members where text.utf8.count > Record.textLimit {
      throw CairnError(
        "record.too_long",
        "The text of “\(name)” has \(text.utf8.count) bytes; the limit is 1 MiB.",
        hint: "Shorten the text. Nothing was changed."
      )
    }
  }
}
