public import Cairn

/// Sets the position in a book that a reading device reports.
public struct ReportPosition: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The position in hundredths of a percent, from 0 to 10,000.
  public var hundredths: Int64
  /// The name of the device, for the history.
  public var device: String
  /// The time zone of the day.
  public var zone: String

  /// Creates the act.
  public init(_ hundredths: Int64, in book: Identifier<Entry>, on device: String, zone: String) {
    (self.hundredths, self.book) = (hundredths, book)
    (self.device, self.zone) = (device, zone)
  }

  /// Moves the bookmark; changes nothing if it is there, or if the book was finished or given up.
  ///
  /// Devices also report a finished book that somebody opens to look something up; that is not another reading. Throws
  /// `reading.not_on_shelf` and the error of `Position.percent`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let position = try Position.percent(hundredths: hundredths)
    let shelved = try store.book(book)
    let hasEnded = [.read, .didNotFinish].contains(shelved.entry.status)
    guard shelved.position != position, !hasEnded else { return }
    let today = try store.day(at: store.now, zone: zone)
    try store.reach(position, in: book, today: today)
    let percent = "\(hundredths / 100)"
    store.title = "“\(shelved.work.title)” is at \(percent) % on \(device)"
  }
}
