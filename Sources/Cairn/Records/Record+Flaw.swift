extension Record {
  /// The longest text a field may hold: 1 MiB of UTF-8, so that all that was done can be sent.
  package static let textLimit = 1_048_576

  /// A value that no version of Cairn writes, in words; nil when there is none.
  ///
  /// See ``RecordSchema``: a word that is not known may come from a newer version and is no flaw.
  package var flaw: String? {
    for (name, value) in fields.members {
      if let flaw = flaw(name, value) { return flaw }
    }
    return nil
  }

  private func flaw(_ name: String, _ value: FieldValue) -> String? {
    if let wanted = RecordSchema.form(of: name, in: kind)?.expectation(of: value) {
      return "“\(name)” is \(value.excerpt), not \(wanted)"
    }
    guard kind == Work.recordKind, name == "title", case .text(let title) = value else {
      return nil
    }
    return Self.flaw(title: title)
  }

  private static func flaw(title: String) -> String? {
    do throws(CairnError) {
      try Work.requireTitle(title)
      return nil
    } catch {
      return "its title is none; \(error.message.dropLast())"
    }
  }
}

extension Change {
  /// The first of the values it sets that no version of Cairn writes, in words.
  package var flaw: String? {
    let stamp = Stamp(time: 0, node: 0)
    return Record(kind: kind, id: id, fields: set, stamp: stamp).flaw
  }

  /// Refuses a value that every other device would refuse; throws `record.too_long` and
  /// `record.impossible`.
  package func requirePossible() throws(CairnError) {
    try set.requireSendable()
    guard let flaw else { return }
    throw CairnError(
      "record.impossible",
      "That cannot be kept: \(flaw).",
      hint: "Nothing was changed. Give another value."
    )
  }
}

extension FieldValue {
  /// The value for a message, as far as it is short.
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
  /// Refuses a text that no server takes, with `record.too_long`: what is acknowledged can be sent.
  fileprivate func requireSendable() throws(CairnError) {
    for case (let name, .text(let text)) in members where text.utf8.count > Record.textLimit {
      throw CairnError(
        "record.too_long",
        "The text of “\(name)” has \(text.utf8.count) bytes, and a text has at most 1 MiB.",
        hint: "Keep a shorter one; nothing was changed."
      )
    }
  }
}
