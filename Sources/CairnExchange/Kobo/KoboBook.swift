import Cairn

/// A book of a Kobo: a row of its table `content`.
struct KoboBook: Equatable {
  /// What the device calls it: its number in the shop, or the path of its file.
  let id: String
  let kind: Kind
  let title: String
  var authors: [String] = []
  var isbn: ISBN?
  var publisher: String?
  var series: String?
  var seriesNumber: String?
  /// How far its reader has come; nil of one that was not begun.
  var standing: ReadStanding?

  /// What a row is about.
  enum Kind: Equatable {
    case book, preview, audiobook, article
  }

  /// A book that is known from its sessions alone.
  init(id: String, title: String, author: String?) {
    (self.id, kind, self.title) = (id, .book, title)
    authors = RowCells(line: 0, [("Attribution", author)], raw: .null).koboAuthors
  }

  /// Nil, and an issue in `row`, for one without a title that a book can have.
  init?(_ row: inout RowCells, now: Instant) {
    id = row.text("ContentID") ?? ""
    kind = Kind(row)
    guard let title = row.title() else { return nil }
    self.title = title
    authors = row.koboAuthors
    isbn = row.isbn("ISBN").valid
    publisher = row.text("Publisher")
    let place = SeriesPosition(row.text("Series"), number: row.text("SeriesNumber"))
    (series, seriesNumber) = (place?.name, place?.number)
    standing = kind == .book ? ReadStanding(kobo: &row, now: now) : nil
  }
}

extension KoboBook.Kind {
  /// A preview is told by the right to it, everything else by the type of its file.
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

extension ReadStanding {
  /// How a row says the reader stands to its book; nil when it was not begun.
  ///
  /// `ReadStatus` is 0 for unread, 2 for finished, and 1, with some firmwares 3, in between.
  fileprivate init?(kobo row: inout RowCells, now: Instant) {
    guard let status = row.text("ReadStatus"), ["1", "2", "3"].contains(status) else { return nil }
    isFinished = status == "2"
    let finished = isFinished ? row.koboTime("LastTimeFinishedReading", now: now) : nil
    isSure = finished != nil
    at = finished ?? row.koboTime("DateLastRead", now: now)
    let percent = row.text("___PercentRead").flatMap { Int64($0) } ?? 0
    guard !isFinished, (1...100).contains(percent) else { return }
    position = try? .percent(hundredths: percent * 100)
  }
}

extension RowCells {
  /// The device joins authors with commas, calibre with `&`.
  fileprivate var koboAuthors: [String] {
    guard let text = text("Attribution") else { return [] }
    return text.contains("&") ? separated(text) : names("Attribution")
  }

  /// A time in the past; what a Kobo writes where it knows none is none, and any other is noted.
  fileprivate mutating func koboTime(_ column: String, now: Instant) -> Instant? {
    guard let text = text(column) else { return nil }
    guard let time = Instant(kobo: text) else {
      if !text.hasPrefix("0000-") { note("kobo.time", column, text, "is no time") }
      return nil
    }
    // A clock that was never set stands in 1970.
    guard time >= .earliest else { return nil }
    guard time <= now else {
      note("kobo.time", column, text, "lies in the future and is left out")
      return nil
    }
    return time
  }
}

extension Instant {
  /// Reads a time as a Kobo writes it: `2024-03-02T18:00:00Z`, `2024-03-02T18:00:00.000` and
  /// `2024-03-02 18:00:00.000+00:00`; one without a zone is UTC.
  init?(kobo text: String) {
    guard text.utf8.count < 64 else { return nil }
    let clock = text.utf8.dropFirst(19)
    let hasZone = clock.contains { "Zz+-".utf8.contains($0) }
    self.init(text: hasZone ? text : text + "Z")
  }
}
