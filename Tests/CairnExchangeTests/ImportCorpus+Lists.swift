import Cairn
import CairnExchange
import CairnTestKit

/// The true data of a book.
struct BookTruth: Sendable {
  let title: String
  let authors: [String]
  let quarters: Int64?
  let status: ReadingStatus
  let pages: Int64
  let finished: LocalDay?
  let added: LocalDay

  init(using chance: inout CairnTestKit.SeededGenerator) {
    let words = ["Fluß", "Café", "Nuit d'été", "C++, plain; and \"simple\"", "A | B", "Dune"]
    title =
      "\(words.randomElement(using: &chance) ?? "") \(Int.random(in: 1...9_999, using: &chance))"
    let names = ["Ana Núñez", "Jo Park", "Søren Ås", "José María Pérez"].shuffled(using: &chance)
    authors = Array(names.prefix(.random(in: 1...2, using: &chance)))
    quarters = Bool.random(using: &chance) ? .random(in: 1...20, using: &chance) : nil
    status =
      [.read, .reading, .toRead, .didNotFinish, .paused].randomElement(using: &chance) ?? .read
    pages = .random(in: 1...2_000, using: &chance)
    added = LocalDay(number: .random(in: 16_000...18_000, using: &chance))
    let later = LocalDay(number: .random(in: 18_001...20_400, using: &chance))
    finished = status == .read || status == .didNotFinish ? later : nil
  }
}

/// The format of a book list.
struct BookListForm: Sendable, CustomStringConvertible {
  let columns: [String]
  let separator: String
  let date: String
  let decimal: String
  let joiner: String
  let order: DateOrder?

  var description: String { "\(columns) between “\(separator)”, dates \(date), names \(joiner)" }

  private static let headers = [
    ["title", "author", "rating", "status", "pages", "finished", "added"],
    ["Title", "author_text", "Rating", "shelf", "Page Count", "finish_date", "Date Added"],
    ["Titel", "Autoren", "Stars", "Reading Status", "number_of_pages", "Date Read", "timestamp"],
    [
      "Book Name", "Author(s)", "my rating", "Exclusive Shelf", "Pages", "completed at", "Added on",
    ],
  ]
  private static let dates: [(String, DateOrder?)] = [
    ("y-m-d", nil), ("y/m/d", nil), ("d.m.y", nil), ("y-m-dT10:00:00Z", nil), ("d/m/y", .dayFirst),
    ("m/d/y", .monthFirst), ("d/m/y", nil), ("y/m/d 00:00", nil),
  ]

  static let all = headers.flatMap { columns in
    [",", ";", "\t", "|"].flatMap { separator in
      dates.map { date, order in
        let joiner = [" & ", "; "][(columns.count + date.count + separator.utf8.count) % 2]
        return BookListForm(
          columns: columns,
          separator: separator,
          date: date,
          decimal: separator == ";" ? "," : ".",
          joiner: joiner,
          order: order
        )
      }
    }
  }

  func lines(_ books: [BookTruth]) -> [String] {
    ([columns] + books.map(cells)).map { $0.map(quoted).joined(separator: separator) }
  }

  private func cells(_ book: BookTruth) -> [String] {
    [
      book.title, book.authors.joined(separator: joiner), rating(book.quarters),
      word(book.status), String(book.pages), book.finished.map(written) ?? "", written(book.added),
    ]
  }

  private func rating(_ quarters: Int64?) -> String {
    guard let quarters else { return "" }
    return "\(quarters / 4)"
      + ["", "\(decimal)25", "\(decimal)5", "\(decimal)75"][Int(quarters % 4)]
  }

  private func word(_ status: ReadingStatus) -> String {
    let words: [ReadingStatus: [String]] = [
      .read: ["read", "Finished"], .reading: ["currently-reading", "Reading"],
      .toRead: ["to-read", "To read"], .didNotFinish: ["did-not-finish", "stopped-reading"],
      .paused: ["paused", "On Hold"],
    ]
    return words[status]?[columns[0].utf8.count % 2] ?? ""
  }

  private func written(_ day: LocalDay) -> String {
    let parts = day.text.split(separator: "-").map(String.init)
    return String(
      date.map { String($0) }.map { ["y": parts[0], "m": parts[1], "d": parts[2]][$0] ?? $0 }
        .joined()
    )
  }

  private func quoted(_ cell: String) -> String {
    guard separator != "\t",
      cell.contains(where: { "\"\n".contains($0) }) || cell.contains(separator)
    else { return cell }
    return "\"" + cell.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
