import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var today: Command {
    Command(
      "today",
      aliases: ["on-this-day"],
      summary: "Show what you did on this day in earlier years.",
      discussion: """
        Books you started, finished or stopped, and your sessions, the latest year first. Events \
        of 29 February are shown on the 28th in other years.
        """,
      examples: [
        Example("cairn today", "this day in earlier years"),
        Example("cairn today 2026-12-24", "Christmas Eve in the years before"),
      ],
      arguments: [.optional("day", "The day (today).")],
      options: [.list(["sessions", "events"])],
      action: { invocation, context in
        try await context.withLog { log in
          let word = invocation.value("day")
          let day = try await context.times(in: log).day(word ?? "today").value
          let years = try await OnThisDayYear.all(on: day, in: log)
          context.show(years, day)
          return years.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ years: [OnThisDayYear], _ day: LocalDay) {
    if wantsData { return output.print(data: years) }
    let (_, month, number) = day.civil
    let name = "\(number) \(CalendarText.months[Int(month) - 1])"
    if years.isEmpty {
      return output.info("Nothing on \(name) in earlier years. `cairn log --today` lists today.")
    }
    output.print(heading: "\(name) in earlier years")
    for year in years {
      let lines = year.events.map(line) + year.sessions.map(line)
      for (index, line) in lines.enumerated() {
        let heading = index == 0 ? String(year.year) : "    "
        output.print("  \(output.style.paint(heading, .dim))  \(line)")
      }
    }
  }

  private func line(_ part: SessionOnDay) -> String {
    let row = part.session
    let format = format(row.zone)
    let end = row.endedAt.map(format.clock) ?? ""
    let done = figures(row) ?? row.pages.map { counted($0, "page") }
    let pages = done.map { ", \($0)" } ?? ""
    let outcome = row.listening.map { ", \($0.outcome)" } ?? ""
    let whole = part.time == row.active ? "" : " of \(text(row.active))"
    return "\(row.what.visible) \(format.clock(row.startedAt))–\(end), \(text(part.time))"
      + "\(whole)\(pages)\(outcome)"
  }

  /// Returns `finished “Dune” after 17 days`, `10 books finished`.
  func line(_ event: BookEvent) -> String {
    let title = event.title.map { "“\($0.visible)”" } ?? ""
    switch event.kind {
    case .finished:
      let took = event.number.map { $0 == 0 ? " in one day" : " after \(counted($0, "day"))" }
      return "finished \(title)\(took ?? "")"
    case .gaveUp: return "did not finish \(title)"
    case .putBack: return "reset \(title)"
    case .books: return "\(counted(event.number ?? 0, "book")) finished"
    case .hours: return "\(counted(event.number ?? 0, "hour")) tracked"
    default: return "\(event.kind.name) \(title)"
    }
  }
}
