import Cairn
import CairnInsights
import CairnReports

/// The lines of `cairn watch`, cut to the size of the terminal.
struct WatchScreen {
  let context: CommandContext
  let figures: WatchFigures
  let keys: WatchKeys
  /// What the last command printed.
  let message: [String]
  let columns: Int
  let rows: Int

  /// `rows` lines of at most `columns` cells, the last one being the keys or the question.
  var lines: [String] {
    let above = [heading, ""] + open + [""] + day + goals
    let below = [""] + message.suffix(3).map { plain($0) } + [footer]
    let space = rows - above.count - below.count
    let last = space > 2 ? [""] + table(context.table(Array(figures.last.prefix(space - 2)))) : []
    let blank = Array(repeating: "", count: max(0, space - last.count))
    return (above + last + blank).prefix(max(0, rows - below.count)) + below.suffix(rows)
  }

  private var style: Style { context.output.style }

  private var heading: String {
    style.paint(
      between("Cairn", context.format(context.zone.name).moment(context.now)),
      .title
    )
  }

  private var open: [String] {
    figures.open.isEmpty
      ? [plain("No session is open. Start one with b, or go on with the last one with c.")]
      : figures.open.flatMap(session)
  }

  private func session(_ row: SessionRow) -> [String] {
    let timer = TimerState(row.timeline)
    let isSelected = figures.open.count > 1 && keys.selected(of: figures.open)?.id == row.id
    let what = (isSelected ? "▸ " : "") + row.what.visible.capitalizedFirst
    let clock = timer.text(at: context.now) + (timer.name == "paused" ? " paused" : "")
    let facts = [
      "since \(context.format(row.zone).clock(row.startedAt))",
      row.startPosition.flatMap { $0.value > 0 ? "from \(context.text(of: $0))" : nil },
      row.climbing.map { counted($0.climbs, "climb") },
      row.note?.visible,
    ].compactMap(\.self)
    return [
      style.paint(between(what, clock), Tone(row.kind)),
      style.paint(plain("  " + facts.joined(separator: ", ")), .dim),
    ]
  }

  private var day: [String] {
    let today = figures.today
    let running = figures.open.reduce(.zero) {
      $0 + TimerState($1.timeline).elapsed(at: context.now)
    }
    let facts = [
      context.text(today.totals.time),
      running > .zero ? "and \(context.text(running)) running" : nil,
      counted(today.totals.sessions, "session"),
      today.pages > 0 ? counted(today.pages, "page") : nil,
      "streak of \(counted(today.streak.current, today.streak.rule.cadence.noun))",
    ].compactMap(\.self)
    return [plain("Today  " + facts.joined(separator: ", "))]
  }

  private var goals: [String] {
    figures.goals.isEmpty ? [] : [""] + table(context.table(figures.goals))
  }

  private func table(_ table: Table) -> [String] {
    // A table that cannot shrink far enough is cut, for which it must be without colours.
    zip(table.lines(width: columns, style: .plain), table.lines(width: columns, style: style))
      .map { $0.cells > columns ? $0.truncated(to: columns) : $1 }
  }

  private var footer: String {
    if let question = keys.question {
      return plain("\(question.prompt)\(keys.answer.visible)▏", keepingEnd: true)
    }
    return style.paint(plain(WatchKeys.help), .dim)
  }

  /// Returns text cut to the width; of a long answer, its end stays in view.
  private func plain(_ text: String, keepingEnd: Bool = false) -> String {
    guard keepingEnd, text.cells > columns else { return text.truncated(to: columns) }
    return "…" + String(text.suffix(max(0, columns - 1)))
  }

  /// Returns two texts at both ends of a line.
  private func between(_ left: String, _ right: String) -> String {
    let space = columns - right.cells - 1
    guard space > 8 else { return left.truncated(to: columns) }
    return left.truncated(to: space).padded(to: space) + " " + right
  }
}
