import Cairn
import CairnReports
import CairnStore
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `The keys of cairn watch` {
  @Test(
    arguments: [
      ([0x71], [Key.character("q")]), ([0x0D, 0x0A], [.enter, .enter]),
      ([0x7F, 0x08], [.backspace, .backspace]),
      ([0x1B], [.escape]), ([0x1B, 0x5B, 0x41], []), ([0x1B, 0x4F, 0x50, 0x73], [.character("s")]),
      ([0x1B, 0x5B, 0x33], []), ([0x03, 0x04], [.interrupt, .interrupt]), ([0x01], []),
      (Array("né\r".utf8), [.character("n"), .character("é"), .enter]),
    ] as [([UInt8], [Key])]
  )
  func `are read from bytes`(bytes: [UInt8], keys: [Key]) {
    #expect(Key.all(in: bytes) == keys)
  }

  @Test(arguments: [
    (" ", "pause --kind=reading"), ("s212\r", "stop --kind=reading --allow-short --page=212"),
    ("s+30\r", "stop --kind=reading --allow-short --page=+30"),
    ("s\r", "stop --kind=reading --allow-short"),
    ("s42.5 %\r", "stop --kind=reading --allow-short --percent=42.5"),
    ("s21\u{7F}2\r", "stop --kind=reading --allow-short --page=22"),
    ("bThe Waves\r", "start -- The Waves"), ("bread --new\r", "start read -- --new"),
    ("blisten Emma\r", "start listen -- Emma"), ("bclimb\r", "start climb"), ("c", "continue"),
    ("u", "undo"),
  ])
  func `run what a person would type`(typed: String, line: String) async throws {
    #expect(try await Self.reactions(typed).last == .run(line.words))
  }

  @Test(arguments: ["s12\u{1B}", "n\r", "b \r", "x", "\r"])
  func `change nothing after Escape or without an answer`(typed: String) async throws {
    #expect(try await Self.reactions(typed).allSatisfy { $0 == .none })
  }

  @Test(arguments: ["q", "\u{3}", "sabc\u{3}"]) func `leave`(typed: String) async throws {
    #expect(try await Self.reactions(typed).last == .quit)
  }

  @Test func `write the note of the open session`() async throws {
    let me = try Person()
    await me.types("start", "read", "Dune")
    let figures = try await me.watched()
    var keys = WatchKeys()
    let reactions = Key.all(in: Array("n--new\r".utf8)).map { keys.take($0, figures.open) }
    let id = try #require(figures.open.first).shortID.text
    #expect(reactions.last == .run(["edit", id, "--note=--new"]))
    await me.types("edit", id, "--note=--new")
    #expect(try await me.watched().open.first?.note == "--new")
  }

  @Test func `apply to the session chosen with Tab`() async throws {
    let me = try Person()
    await me.types("start", "read", "Dune")
    await me.types("start", "climb")
    let open = try await me.watched().open
    var keys = WatchKeys()
    let first = keys.take(.character(" "), open)
    _ = keys.take(.character("\t"), open)
    let second = keys.take(.character(" "), open)
    #expect(first != second && Set(open.map(\.kind.name)) == ["reading", "climbing"])
    #expect(second == .run(WatchCommands.toggle(open[1])))
  }

  private static func reactions(_ typed: String) async throws -> [WatchKeys.Reaction] {
    let me = try Person()
    await me.types("start", "read", "Dune")
    let open = try await me.watched().open
    var keys = WatchKeys()
    return Key.all(in: Array(typed.utf8)).map { keys.take($0, open) }
  }
}

@Suite struct `The screen of cairn watch` {
  @Test(arguments: [(80, 24), (60, 16), (40, 12), (20, 6), (200, 60)])
  func `fits the terminal`(columns: Int, rows: Int) async throws {
    let lines = try await Self.dune().lines(columns, rows)
    #expect(lines.count == rows && lines.allSatisfy { $0.cells <= columns }, "\(lines)")
    #expect(lines.last.map { WatchKeys.help.hasPrefix($0.prefix(columns - 1)) } == true)
  }

  @Test func `shows a title that could control the terminal as text`() async throws {
    let me = try Person()
    await me.types("start", "read", "A\u{1B}[2J")
    #expect(try await me.lines(80, 24).contains { $0.contains("A\\u{1B}[2J") })
  }

  @Test func `keeps the end of a long answer in view`() async throws {
    let me = try Person()
    var keys = WatchKeys()
    for key in Key.all(in: Array(("b" + String(repeating: "x", count: 100) + "end").utf8)) {
      _ = keys.take(key, [])
    }
    #expect(try await me.lines(40, 10, keys).last?.hasSuffix("end▏") == true)
  }

  /// A person with a goal who has read and is reading again.
  private static func dune() async throws -> Person {
    var me = try Person()
    await me.types("goal", "set", "minutes", "60", "--daily")
    await me.types("track", "yesterday 21:00-22:05", "Emma", "--page", "80", "--start-page", "41")
    await me.types("track", "18:10-18:52", "Dune", "--page", "180", "--start-page", "142")
    me.now = "2026-03-05T20:18:00Z"
    await me.types("start", "read", "Dune")
    me.now = "2026-03-05T21:00:17Z"
    return me
  }
}

extension Person {
  fileprivate func watched() async throws -> WatchFigures {
    let context = try context
    return try await context.withLog { try await WatchFigures($0, context) }
  }

  fileprivate func lines(_ columns: Int, _ rows: Int, _ keys: WatchKeys = WatchKeys()) async throws
    -> [String]
  {
    let screen = WatchScreen(
      context: try context,
      figures: try await watched(),
      keys: keys,
      message: [],
      columns: columns,
      rows: rows
    )
    return screen.lines
  }

  private var context: CommandContext {
    get throws {
      let sink = Memory().sink(columns: nil)
      let options = Program.cairn.options(of: Command.watch)
      return try context(
        Invocation(path: ["watch"], arguments: [], options: options),
        Output(standardOutput: sink, standardError: sink, style: .plain)
      )
    }
  }
}

extension String {
  /// The words of a command line, of which the last after `--` may have spaces.
  fileprivate var words: [String] {
    guard let end = firstRange(of: " -- ") else { return split(separator: " ").map(String.init) }
    return self[..<end.lowerBound].split(separator: " ").map(String.init) + [
      "--", String(self[end.upperBound...]),
    ]
  }
}
