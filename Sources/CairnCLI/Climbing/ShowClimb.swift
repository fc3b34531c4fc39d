import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var showClimb: Command {
    Command(
      "show",
      summary: "Show the details of a climb.",
      discussion: "Approximate grades in other scales are marked with ~.",
      examples: [Example("cairn climb show last", "the climb that was added last")],
      arguments: [.climb],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await ClimbReference.find(invocation.required("climb"), in: log)
          var session: SessionRow?
          if let id = row.climb.session { session = try await log.session(id) }
          context.showDetails(row, in: session, try await log.route(of: row.climb.id))
          return .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func showDetails(
    _ row: ClimbRow,
    in session: SessionRow?,
    _ route: ClimbingRoute?
  ) {
    if wantsData { return output.print(data: ClimbRow.shown, of: (row, route)) }
    let place = row.place.map { ", \($0)" } ?? ""
    output.print(
      "\(row.climb.title) (\(row.shortID.text)), \(times.format.day(row.day))\(place)".visible
    )
    let around = session.map { session in
      ("session", session.endedAt == nil ? "\(session.what), \(timer(session))" : line(session))
    }
    let format = session.map { self.format($0.zone) } ?? times.format
    let time = row.climb.at.map { ("time", format.moment($0)) }
    let tried = row.tried(format).map { ("tried", $0) }
    let history = route.map { ("route", $0.summary(times.format.day)) }
    for (name, text) in row.facts + [around, time, tried, history].compactMap(\.self) {
      if let text { output.print("  \(name.padded(to: 10)) \(text)".visible) }
    }
  }
}

extension ClimbRow {
  /// The climb with the history of its route, as documented in `docs/cli.md`.
  fileprivate static let shown = JSONFields<(row: ClimbRow, route: ClimbingRoute?)>(
    fields.flattened { $0.row },
    [.init("route") { $0.route }]
  )

  /// Returns `1: 18:05, 3: 18:20`, the times of attempts; nil if the climb's time covers them.
  fileprivate func tried(_ format: TimeFormat) -> String? {
    let known = attempts.enumerated().compactMap { index, attempt in
      attempt.at.map { "\(index + 1): \(format.clock($0))" }
    }
    let hasSameTime = attempts.allSatisfy { $0.at == nil || $0.at == climb.at }
    return hasSameTime ? nil : known.joined(separator: ", ")
  }

  /// Label and value of each fact; the value is nil if unknown.
  fileprivate var facts: [(String, String?)] {
    let kind = [
      climb.discipline?.label, climb.style?.label,
      climb.pitches.map { counted($0, "pitch", "pitches") },
    ].compactMap(\.self)
    return [
      ("grade", climb.grade.map(\.gradeConversions)),
      ("discipline", kind.isEmpty ? nil : kind.joined(separator: ", ")),
      ("board", climb.angle.map { "\($0)°" }),
      ("stars", climb.stars?.label),
      ("attempts", attempts.isEmpty ? nil : resultMarks),
      ("sent", send.map { $0.tick?.name ?? "yes" }),
      ("tags", marks.isEmpty ? nil : tagText),
      ("note", climb.notes),
    ]
  }
}

extension Grade {
  /// `5.12a (YDS), ~7a+ (French), ~VIII+ (UIAA)`: the original grade, then approximate conversions.
  fileprivate var gradeConversions: String {
    let others = conversions.map { "\($0.text) (\($0.scale.title))" }
    return (["\(text) (\(scale.title))"] + others).joined(separator: ", ")
  }
}
