import Cairn
import CairnStore
import Testing

@testable import CairnExchange

@Suite struct `A cancelled import` {
  /// A large file of each kind of reader: rows, elements, members and lines.
  private static let files: [(format: FileFormat, text: String)] = [
    (.goodreads, "Book Id,Title,Author,Exclusive Shelf\n" + rows { "\($0),Dune,Herbert,read" }),
    (
      .mountainProject,
      "Date,Route,Rating,Pitches,Style,Lead Style,Route Type\n"
        + rows { _ in "2026-01-05,The Nose,5.9,1,Lead,Onsight,Trad" }
    ),
    (.audiobookshelf, "{\"sessions\":[" + elements { #"{"id":"\#($0)"}"# } + "]}"),
    (.spotify, "[" + elements { #"{"ts":"2026-01-05T10:00:0\#($0 % 10)Z"}"# } + "]"),
    (.librarything, "{" + elements { #""\#($0)":{"books_id":"\#($0)","title":"Dune"}"# } + "}"),
    (
      .clippings,
      rows { _ in "Dune (Frank Herbert)\n- Your Highlight on page 7\n\nText\n==========" }
    ),
  ]

  private static func rows(_ row: (Int) -> String) -> String {
    (0..<1_000).map(row).joined(separator: "\n")
  }

  private static func elements(_ element: (Int) -> String) -> String {
    (0..<1_000).map(element).joined(separator: ",")
  }

  @Test(arguments: files.map(\.format))
  func `ends in the middle of the file`(format: FileFormat) throws {
    let file = try #require(Self.files.first { $0.format == format }).text
    let checks = LockedValue(0)
    ImportCancellation.$isRequested.withValue({
      checks.withLock {
        $0 += 1
        return $0 > 10
      }
    }) {
      #expect(throws: ImportError.self) { try Self.parse(Array(file.utf8), as: format) }
    }
    // The parsers of some formats check twice per element.
    #expect((11...20).contains(checks.withLock(\.self)))
  }

  private static func parse(_ file: [UInt8], as format: FileFormat) throws {
    if format == .clippings { _ = try Clippings.parse(file) }
    _ = try (format.library(file), format.logbook(file), format.history(file))
  }
}
