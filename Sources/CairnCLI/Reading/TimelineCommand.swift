import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var timeline: Command {
    Command(
      "timeline",
      summary: "Show when you started, finished and stopped books.",
      discussion: """
        Grouped by month, with milestones of books and hours. A date with only a year \
        comes before the months of that year.
        """,
      examples: [Example("cairn timeline --year 2025", "one year")],
      options: [.value("year", "Y", "Only this year.")],
      action: { invocation, context in
        let year = try invocation.integer("year", in: 1...9_999)
        return try await context.withLog { log in
          let timeline = try await BookTimeline(log, today: context.today(in: log))
          let events = timeline.events.filter { year == nil || Int64($0.date.year) == year }
          context.show(events, undated: year == nil ? timeline.undated : 0)
          return events.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ events: [BookEvent], undated: Int) {
    if wantsData { return output.print(data: events) }
    if events.isEmpty { output.info("No books with dates yet.") }
    var heading: String?
    for event in events {
      let next = self.heading(event.date)
      if next != heading {
        if heading != nil { output.print("") }
        output.print(heading: next)
        heading = next
      }
      let tone: Tone? = event.entry == nil ? .accent : nil
      let text = output.style.paint(line(event), tone)
      output.print("  \(output.style.paint(day(event.date), .dim))  \(text)")
    }
    guard undated > 0 else { return }
    output.info("\n\(counted(undated, "book")) finished on an unknown date.")
  }

  /// Returns `March 2025`, or the year alone.
  private func heading(_ date: PartialDay) -> String {
    date.month.map { "\(CalendarText.months[Int($0) - 1]) \(date.year)" } ?? "\(date.year)"
  }

  /// Returns `Fri 14`, or spaces if only the month is known.
  private func day(_ date: PartialDay) -> String {
    guard let day = date.day else { return "      " }
    let number = String(day.civil.day)
    let blank = number.count < 2 ? " " : ""
    return "\(CalendarText.weekday(day).prefix(3)) \(blank)\(number)"
  }
}
