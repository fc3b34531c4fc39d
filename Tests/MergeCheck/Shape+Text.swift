import Cairn

extension Shape {
  /// The view and its issues as JSON, as the model prints them.
  static func text(_ view: LogView, _ issues: Set<MergeIssue>) -> String {
    let listed = Shape(view).json
    let sorted = issues.map { $0.json }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return "{\"view\":\(listed),\"issues\":[" + sorted.joined(separator: ",") + "]}"
  }

  private var json: String {
    let rows: [[[JSONText]]] = [
      sessions.map { $0.row },
      readings.map { [.text($0.id.text), .number($0.place), .optional($0.outcome)] },
      climbs.map { $0.row },
      books.map { [.text($0.id.text), .list($0.members.map { .text($0.text) })] },
    ]
    return JSONText.list(
      rows.map { rows in .list(rows.map { JSONText.list($0) }.sorted { $0.text < $1.text }) }
    ).text
  }
}

extension Shape.Session {
  fileprivate var row: [JSONText] {
    [
      .text(id.text), .text(kind), .optional(subject.map { $0.text }),
      .list(
        segments.map {
          .list([.number($0.start.milliseconds), .optional($0.end?.milliseconds)])
        }
      ),
      .text(state.rawValue), .optional(note),
      .list([.optional(moodBefore), .optional(moodAfter)]), .optional(pages),
    ]
  }
}

extension Shape.Climb {
  fileprivate var row: [JSONText] {
    let attempts = attempts.map { attempt in
      JSONText.list([
        .text(attempt.id.text), .optional(attempt.tick), .flag(attempt.isCounted),
      ])
    }
    return [.text(id.text), .text(session.text), .optional(name), .list(attempts)]
  }
}

extension MergeIssue {
  fileprivate var json: String {
    let held: JSONText =
      switch value {
      case nil, .null?: .null
      case .bool(let flag)?: .flag(flag)
      case .integer(let number)?: .number(number)
      case .text(let text)?: .text(text)
      }
    return JSONText.list([
      .text(kind.rawValue), .text(record.text), .optional(other.map { $0.text }),
      .list(numbers.map { .number($0) }), .optional(field), held,
    ]).text
  }
}

/// A JSON value.
enum JSONText {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([JSONText])

  static func optional(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }

  static func optional(_ number: Int64?) -> JSONText { number.map { .number($0) } ?? .null }

  var text: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): "\"" + text.split(separator: "\n").joined(separator: "\\n") + "\""
    case .list(let values): "[" + values.map { $0.text }.joined(separator: ",") + "]"
    }
  }
}
