package import Cairn

/// A cursor for paging through a logbook.
public struct LogbookCursor: Sendable, Equatable {
  package let day: LocalDay
  package let startedAt: Instant?
  package let session: SessionID?
  package let place: String?

  package init(day: LocalDay, startedAt: Instant?, session: SessionID?, place: String?) {
    (self.day, self.startedAt, self.session, self.place) = (day, startedAt, session, place)
  }

  /// The encoded form: `2026-01-05_1767637800000_0199…_Boulder Hall`.
  public var text: String {
    let time = startedAt.map { "\($0.milliseconds)" } ?? ""
    return [day.text, time, session?.record.text ?? "", place ?? ""].joined(separator: "_")
  }

  /// Decodes ``text``; nil if it is malformed.
  public init?(text: String) {
    let parts = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 4, let day = LocalDay(text: parts[0]),
      parts[1].isEmpty == parts[2].isEmpty
    else { return nil }
    let place = parts[3].isEmpty ? nil : parts[3]
    guard !parts[1].isEmpty else {
      self.init(day: day, startedAt: nil, session: nil, place: place)
      return
    }
    guard let time = Int64(parts[1]), let id = RecordID(text: parts[2]) else { return nil }
    self.init(
      day: day,
      startedAt: Instant(milliseconds: time),
      session: SessionID(id),
      place: place
    )
  }
}
