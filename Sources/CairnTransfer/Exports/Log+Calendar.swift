import Cairn
import CairnExchange
import CairnReports
package import CairnStore

extension Log {
  /// Reads the sessions; the returned closure renders the stopped ones as iCalendar, oldest first.
  package func calendar(titles: Bool) async throws -> @Sendable () -> (bytes: [UInt8], count: Int) {
    let origins = try await sessionOrigins()
    let rows = try await sessions(SessionFilter(limit: .max))
    return {
      var (file, count) = (CalendarFile(name: "Cairn"), 0)
      for row in rows.reversed() {
        guard let event = row.event(changedAt: origins[row.id]?.changedAt, titled: titles) else {
          continue
        }
        file.append(event)
        count += 1
      }
      return (file.bytes, count)
    }
  }
}

extension SessionRow {
  /// Returns the calendar event; nil while the session is open.
  fileprivate func event(changedAt: Instant?, titled: Bool) -> CalendarEvent? {
    guard let endedAt else { return nil }
    let word = kind.name.capitalizedFirst
    return CalendarEvent(
      uid: "\(id.record.text)@cairn",
      start: startedAt,
      end: endedAt,
      changedAt: changedAt ?? endedAt,
      summary: (titled ? title : nil).map { "\(word): \($0)" } ?? word,
      description: figures,
      category: word
    )
  }

  /// The amounts without a title: `45 min, 30 pages`, `90 min, 12 climbs` or `30 min, completed`.
  private var figures: String {
    let pages = pages.map { ", \(counted($0, "page"))" }
    let climbs = climbing.map { ", \(counted($0.climbs, "climb"))" }
    let completion = listening.map { $0.isCompleted ? ", completed" : "" }
    return "\(active.count / 60_000) min\(pages ?? climbs ?? completion ?? "")"
  }
}
