import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var pace: Command {
    Command(
      "pace",
      summary: "Show your pace: by book, by format, and recent.",
      examples: [
        Example("cairn pace", "of all books"),
        Example("cairn pace \"Dune\" --why", "the sessions behind the pace of a book"),
      ],
      arguments: [.anyBook],
      options: [.why, .limit, .all, .list(["books", "formats", "trend"])],
      action: { invocation, context in
        try await context.showFigure(.pace, invocation) { book, log in
          let today = try await context.today(in: log)
          context.show(try await Paces(book, today, log), try invocation.limit())
          return .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ paces: Paces, _ limit: Int) {
    if wantsData { return output.print(data: paces) }
    output.print(heading: paces.title.visible)
    output.print(lines: lines("all time", paces.all) { "\($0.wholeText) pages an hour" })
    output.print(lines: lines("4 weeks", paces.recent) { "\($0.wholeText) pages an hour" })
    if paces.formats.contains(where: { $0.name != nil }) {
      show("format", paces.formats.map { ($0.name, $0.pace) })
    }
    if !paces.books.isEmpty {
      show("book", paces.books.prefix(limit).map { ($0.row.name, $0.pace) })
      if paces.books.count > limit {
        output.info("\(paces.books.count - limit) more; use --limit N.")
      }
    }
    if let trend = paces.trend, trend.points.contains(where: { $0.pace.value != nil }) {
      let known = trend.points.drop { $0.pace.value == nil }
      show("four weeks up to", known.map { (times.format.day($0.day), $0.pace) })
    }
  }

  private func show(_ name: String, _ rows: [(String?, Figure<Int64>)]) {
    var table = Table(
      .init(name, canShrink: true),
      .init("pages an hour", isNumber: true),
      .init("sessions", isNumber: true),
      .init("excluded", isNumber: true)
    )
    for (name, pace) in rows {
      table.append(
        .init(name ?? "unknown", name == nil ? .dim : nil),
        .init(pace.value.map(\.oneDecimalText) ?? ""),
        .init("\(pace.count)"),
        .init(pace.excluded > 0 ? "\(pace.excluded)" : "")
      )
    }
    output.print("")
    output.print(table)
  }
}
