import Cairn
import CairnActions
import CairnStore
import Glibc
import CairnReports

/// The contents of a generated log: books, the first 300 of them open, and sessions over twenty years.
enum Sample {
  static let books = number("BENCH_BOOKS") ?? 300

  /// Returns the number in an environment variable.
  static func number(_ variable: String) -> Int? {
    getenv(variable).flatMap { Int(String(cString: $0)) }
  }

  static func title(_ number: Int) -> String {
    let things = ["Lantern", "Harbour", "Orchard", "Glacier", "Atlas", "Sparrow"]
    return "The \(things[number % 6]) of Chapter \(number)"
  }

  static func fillShelf(of log: Log, _ scene: BenchEnvironment) async throws {
    try await log.write("Fill the shelf") { writer in
      writer.beginBatch()
      for number in 0..<books {
        let pages = scene.random(120...900)
        let authors = ["Author \(number % 120)"]
        let new = NewBook(
          title: title(number),
          authors: authors,
          pages: pages,
          status: number < 300 ? .reading : .read
        )
        try AddBook(new, zone: BenchEnvironment.zone).run(in: writer)
      }
    }
  }

  static func shelf(of log: Log) async throws -> [Book] {
    let ids = try await log.books().map(\.id).sorted()
    return try await log.write("Look at the shelf") { writer in try ids.map(writer.book) }
  }

  /// Returns sessions as from an import: derived IDs, 20 % with a pause, 10 % without a position.
  static func sessions(_ count: Int, of shelf: [Book], _ scene: BenchEnvironment) throws
    -> [Session<Reading>]
  {
    let first = Int64(1_072_915_200_000)  // 2004-01-01T00:00:00Z
    let slot = (BenchEnvironment.end.milliseconds - first) / Int64(count)
    let longest = min(4_800_000, slot * 3 / 4)
    return try (0..<count).map { number in
      let start = first + Int64(number) * slot
      let length = scene.random(300_000...longest)  // 5 to 80 minutes
      let book = shelf[Int(scene.random(0...Int64(shelf.count - 1)))]
      let id = SessionID(RecordID(derivedFrom: ["sample", String(number)]))
      return Session(
        id: id,
        detail: try detail(book, scene),
        timeline: try timeline(start, length, hasPause: number % 5 == 0),
        zone: BenchEnvironment.zone
      )
    }
  }

  private static func detail(_ book: Book, _ scene: BenchEnvironment) throws -> Reading {
    let pages = book.pages ?? 300
    let from = scene.random(0...pages - 60)
    let hasPlace = scene.random(0...9) > 0
    var detail = Reading(
      entry: book.entry.id,
      readThrough: book.readThroughs[0].id,
      startPosition: hasPlace ? try .page(from, of: pages) : nil,
      pageCount: pages
    )
    if hasPlace { detail.endPosition = try .page(from + scene.random(1...60), of: pages) }
    return detail
  }

  private static func timeline(_ start: Int64, _ length: Int64, hasPause: Bool) throws -> Timeline {
    func segment(_ from: Int64, _ to: Int64) -> Segment {
      Segment(
        start: Instant(milliseconds: start + from),
        end: Instant(milliseconds: start + to)
      )
    }
    guard hasPause else { return try Timeline(ended: [segment(0, length)]) }
    return try Timeline(ended: [segment(0, length / 3), segment(length / 2, length)])
  }
}
