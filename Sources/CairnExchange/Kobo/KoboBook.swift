import Cairn

/// A book on a Kobo: a row of its table `content`.
struct KoboBook: Equatable {
  /// The id on the device: the shop's id, or the path of the file.
  let id: String
  let kind: Kind
  let title: String
  var authors: [String] = []
  var isbn: ISBN?
  var publisher: String?
  var series: String?
  var seriesNumber: String?
  /// The status and position; nil for a book that was not started.
  var readingState: ImportedReadingState?

  /// The kind of a row.
  enum Kind: Equatable {
    case book, preview, audiobook, article
  }

  /// Creates a book that is known only from its sessions.
  init(id: String, title: String, author: String?) {
    (self.id, kind, self.title) = (id, .book, title)
    authors = RowCells(line: 0, [("Attribution", author)], raw: .null).koboAuthors
  }

  /// Parses a row; for an invalid title, adds an issue to `row` and returns nil.
  init?(_ row: inout RowCells, now: Instant) {
    id = row.text("ContentID") ?? ""
    kind = Kind(row)
    guard let title = row.title() else { return nil }
    self.title = title
    authors = row.koboAuthors
    isbn = row.isbn("ISBN").valid
    publisher = row.text("Publisher")
    let part = SeriesPosition(row.text("Series"), number: row.text("SeriesNumber"))
    (series, seriesNumber) = (part?.name, part?.number)
    readingState = kind == .book ? ImportedReadingState(kobo: &row, now: now) : nil
  }
}

extension KoboBook.Kind {
  /// Detects the kind; access rights identify a preview, and the file type everything else.
  fileprivate init(_ row: RowCells) {
    let type = row.text("MimeType") ?? ""
    if type.hasPrefix("audio/") || type.contains("mp3") {
      self = .audiobook
    } else if type.contains("pocket") || type.contains("instapaper") || type.hasPrefix("image/") {
      self = .article
    } else {
      self = row.text("accessibility") == "6" ? .preview : .book
    }
  }
}

extension ImportedReadingState {
  /// Parses the status and position of a row; nil if the book was not started.
  ///
  /// `ReadStatus` is 0 for unread, 2 for finished, and 1, or 3 in some firmware, for in progress.
  fileprivate init?(kobo row: inout RowCells, now: Instant) {
    guard let status = row.text("ReadStatus"), ["1", "2", "3"].contains(status) else { return nil }
    isFinished = status == "2"
    let finished = isFinished ? row.koboTime("LastTimeFinishedReading", now: now) : nil
    isFinishCertain = finished != nil
    at = finished ?? row.koboTime("DateLastRead", now: now)
    let percent = row.text("___PercentRead").flatMap { Int64($0) } ?? 0
    guard !isFinished, (1...100).contains(percent) else { return }
    position = try? .percent(hundredths: percent * 100)
  }
}

extension RowCells {
  /// The authors; the device joins them with commas, and calibre with `&`.
  fileprivate var koboAuthors: [String] {
    guard let text = text("Attribution") else { return [] }
    return text.contains("&") ? separated(text) : names("Attribution")
  }

  /// Returns a past time; nil for Kobo's placeholders, and nil with an issue for invalid times.
  fileprivate mutating func koboTime(_ column: String, now: Instant) -> Instant? {
    guard let text = text(column) else { return nil }
    guard let time = Instant(kobo: text) else {
      if !text.hasPrefix("0000-") { note("kobo.time", column, text, "is not a time") }
      return nil
    }
    // A clock that was never set shows 1970.
    guard time >= .earliest else { return nil }
    guard time <= now else {
      note("kobo.time", column, text, "is in the future and was skipped")
      return nil
    }
    return time
  }
}

extension Instant {
  /// Parses Kobo's times: `2024-03-02T18:00:00Z`, `2024-03-02T18:00:00.000` and
  /// `2024-03-02 18:00:00.000+00:00`; a time without a zone is UTC.
  init?(kobo text: String) {
    guard text.utf8.count < 64 else { return nil }
    let clock = text.utf8.dropFirst(19)
    let hasZone = clock.contains { "Zz+-".utf8.contains($0) }
    self.init(text: hasZone ? text : text + "Z")
  }
}
