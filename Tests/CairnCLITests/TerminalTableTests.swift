import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Measuring text in cells` {
  @Test(arguments: [
    ("", 0), ("Dune", 4), ("Müller", 6), ("Mu\u{308}ller", 6), ("日本語", 6), ("한국어", 6),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱｲｳ", 3), ("ＡＢ", 4), ("😀", 2), ("👨‍👩‍👧", 2),
    ("🇳🇵", 2), ("❤️", 2), ("👍🏽", 2), ("1️⃣", 2), ("中文 abc", 8), ("שלום", 4),
    ("a\u{200B}b", 2), ("…", 1), ("क्षि", 3), ("、。", 4),
  ])
  func `counts wide characters twice and marks as zero`(text: String, cells: Int) {
    #expect(text.cells == cells)
  }

  @Test(arguments: [
    ("Dune", 4, "Dune"), ("Dune", 3, "Du…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `cuts between characters and shows an ellipsis`(text: String, limit: Int, cut: String) {
    #expect(text.truncated(to: limit) == cut)
    #expect(text.truncated(to: limit).cells <= limit)
  }
}

@Suite struct `Printing text from the log` {
  @Test(arguments: [
    ("Dune", "Dune"), ("a\u{1B}[31mb", "a\\u{1B}[31mb"), ("two\nlines", "two\\nlines"),
    ("\u{202E}evil", "\\u{202E}evil"), ("a\u{9B}2Jb", "a\\u{9B}2Jb"), ("\u{2066}x", "\\u{2066}x"),
    ("\u{7F}\u{0}", "\\u{7F}\\u{0}"), ("שלום 👨‍👩‍👧 e\u{301}", "שלום 👨‍👩‍👧 e\u{301}"),
    ("a\r\nb", "a\\r\\nb"),
  ])
  func `escapes control characters`(text: String, shown: String) {
    #expect(text.visible == shown)
    #expect(text.visible.visible == text.visible)
  }
}

@Suite struct `Laying out a table` {
  private static let table = {
    var table = Table(
      .init("Title", canShrink: true),
      .init("Pages", isNumber: true),
      .init("Note")
    )
    table.append("Dune", "412", "good")
    table.append(.init("三体 the first", .accent), "9", .init("", .dim))
    return table
  }()

  @Test func `aligns columns and has no trailing spaces`() {
    #expect(
      Self.table.lines(width: nil, style: .plain) == [
        "Title           Pages  Note",
        "Dune              412  good",
        "三体 the first      9",
      ]
    )
  }

  @Test func `cuts only flexible columns, and only on a terminal`() {
    #expect(
      Self.table.lines(width: 22, style: .plain) == [
        "Title      Pages  Note",
        "Dune         412  good",
        "三体 the…      9",
      ]
    )
    let narrow = Self.table.lines(width: 5, style: .plain)
    #expect(narrow[2] == "三体 th…      9")
    #expect(
      Self.table.lines(width: 200, style: .plain) == Self.table.lines(width: nil, style: .plain)
    )
  }

  @Test func `colours the text and not its padding`() {
    let lines = Self.table.lines(width: nil, style: Style(hasColor: true))
    #expect(lines[2] == "\u{1B}[36m三体 the first\u{1B}[0m      9")
    #expect(lines[0].hasPrefix("\u{1B}[2mTitle\u{1B}[0m          "))
  }

  @Test func `escapes control characters of a title`() {
    var table = Table(.init("Title"))
    table.append(.init("\u{1B}]0;owned\u{7}\nnext"))
    #expect(table.lines(width: nil, style: .plain).last == "\\u{1B}]0;owned\\u{7}\\nnext")
  }
}

@Suite struct `A progress bar` {
  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  @Test func `redraws at most ten times a second, and always at the end`() {
    var bar = ProgressBar("Books", total: 100_000, columns: 80)
    let drawn = (0...100_000).filter { bar.advance(to: $0, at: at(Int64($0) / 100)) != nil }
    #expect(drawn.count == 11)
    #expect(drawn.last == 100_000)
    #expect(bar.finish() == "\n")
  }

  @Test func `fits the line and starts at its left`() {
    var bar = ProgressBar("Books\u{1B}", total: 200, columns: 80)
    #expect(
      bar.advance(to: 50, at: at(0))
        == "\rBooks\\u{1B} █████░░░░░░░░░░░░░░░ 25 % (50 of 200)\u{1B}[K"
    )
    var narrow = ProgressBar("Books", total: 200, columns: 20)
    #expect((narrow.advance(to: 50, at: at(0)) ?? "").cells < 24)
  }

  @Test func `redraws after the clock was set back`() {
    var bar = ProgressBar("Books", total: 10, columns: 80)
    #expect(bar.advance(to: 1, at: at(5_000)) != nil)
    #expect(bar.advance(to: 2, at: at(5_050)) == nil)
    #expect(bar.advance(to: 3, at: at(0)) != nil)
  }

  @Test func `prints a line per tenth without a terminal`() {
    var bar = ProgressBar("Books", total: 50, columns: nil)
    let lines = (0...50).compactMap { bar.advance(to: $0, at: at(0)) }
    #expect(lines.count == 10)
    #expect(lines.first == "Books: 10 % (5 of 50)\n")
    #expect(lines.last == "Books: 100 % (50 of 50)\n")
    #expect(bar.finish() == nil)
  }

  @Test func `finishes at once without work`() {
    var bar = ProgressBar("Books", total: 0, columns: nil)
    #expect(bar.advance(to: 0, at: at(0)) == "Books: 100 % (0 of 0)\n")
    #expect(bar.advance(to: 7, at: at(0)) == nil)
  }
}
