import Foundation
import Testing

@Suite struct `The JSON output` {
  /// The headings of the page, with the commands that produce an example, in order.
  static let commands: [(heading: String, command: String)] = [
    ("Book", "cairn book add 'Dune' --author 'Frank Herbert' --page-count 604 --json"),
    ("Book", "cairn book page 'Dune' 12 --json"),
    (
      "Session",
      """
      cairn track 16:00-16:20 'Dune' > /dev/null && cairn track 16:30-16:40 'Dune' > /dev/null \
      && cairn merge @2 @1 --json
      """
    ),
    (
      "Session",
      "cairn edit last --reason phone --mood-before 2 --mood-after 4 --place train --json"
    ),
    (
      "Book",
      """
      cairn book edit 'Dune' --series 'Dune' --number 1 --format Paperback --publisher Ace \
      --published 1990 --language English --first-published 1965 --notes sand --review spice --json
      """
    ),
    ("Book", "cairn book tag 'Dune' classic --json"),
    ("Book", "cairn book shelve 'Dune' 'Book club' --json"),
    ("Edition", "cairn edition list 'Dune' --json"),
    ("Edition", "cairn edition add 'Dune' --page-count 512 --json"),
    ("Shelf or tag", "cairn shelves --json"),
    ("Shelf or tag", "cairn tags --json"),
    ("Session", "cairn track 20:00-20:45 'Dune' --page 41 --json"),
    ("Session", "cairn start read 'Dune' --at 21:00 --json"),
    ("Session", "cairn stop --page 60 --note 'the storm' --json"),
    ("Session", "cairn log --json"),
    ("Session", "cairn start read 'Dune' > /dev/null && cairn cancel --json"),
    ("Session", "cairn track 15:00-15:10 'Dune' > /dev/null && cairn delete @4 --json"),
    ("Search results", "cairn search nothing like it --json"),
    (
      "Deleted book",
      """
      cairn book add 'Emma' > /dev/null && cairn book delete 'Emma' > /dev/null \
      && cairn shelf --deleted --json
      """
    ),
    ("Session", "cairn split @2 --at 20:20 --json | tail -1"),
    ("Reading", "cairn book dates 'Dune' --started 2025-02 --json"),
    ("Reading", "cairn book reread 'Dune' --finished 2010 --json"),
    ("Reading", "cairn book readings 'Dune' --json"),
    ("Reading", "cairn book reading 'Dune' 1 --rating 4.5 --json"),
    ("Reading", "cairn book rate 'Dune' 4 --reading 1 --json"),
    ("Book", "cairn book rate 'Dune' 4.5 --json"),
    ("Reading", "cairn book reading 'Dune' 1 --delete --json"),
    ("Event", "cairn timeline --json"),
    (
      "Earlier year",
      """
      cairn track '2025-03-05 20:00..20:30' 'Dune' --pages 5 > /dev/null \
      && cairn book reread 'Dune' --finished 2024-03-05 > /dev/null && cairn today --json
      """
    ),
    ("Annotation", "cairn import clippings.txt > /dev/null 2>&1 && cairn annotations --json"),
    ("Undo result", "cairn undo --json"),
    ("Undo result", "cairn redo --json"),
    ("History entry", "cairn history --json"),
    ("Totals", "cairn stats --json"),
    ("Totals", "cairn stats --week --json"),
    ("Session", "cairn log --json"),
    ("Totals", "cairn stats --in 2025 --json"),
    ("Report", "cairn report --json"),
    ("Statistics by period", "cairn stats --by week --json"),
    ("Statistics by period", "cairn stats --in 2025 --by month --json"),
    ("Statistics by category", "cairn stats --by book --json"),
    ("Statistics by category", "cairn stats --by format --json"),
    ("Statistics by category", "cairn stats --by interruption --json"),
    ("Sessions behind a figure", "cairn stats --why mood --json"),
    ("Pace", "cairn pace --json"),
    ("Pattern", "cairn pattern --json"),
    ("Pattern", "cairn pattern --in 2026 --json"),
    ("Forecast", "cairn forecast --json"),
    (
      "Year in review",
      """
      cairn book add 'Pearl' --page-count 90 > /dev/null \
      && cairn book status 'Pearl' reading > /dev/null \
      && cairn book status 'Pearl' read > /dev/null \
      && cairn book status 'Dune' read > /dev/null && cairn year --json
      """
    ),
    ("Year in review", "cairn year 2024 --json"),
    ("Streak", "cairn streak --json"),
    ("Streak minimum", "cairn streak minimum any --json"),
    ("Goal", "cairn goal set minutes 30 --daily --json"),
    ("Goal", "cairn goal list --json"),
    ("Goal", "cairn goal --json"),
    ("Calendar", "cairn calendar --json"),
    ("Calendar", "cairn calendar 2026 --json"),
    ("Chart", "cairn chart weeks --json"),
    ("Chart", "cairn goal set books 9 --yearly -q && cairn chart total --measure books --json"),
    ("Milestones", "cairn milestones --json"),
    (
      "Nudge",
      """
      cairn track '2026-01-02 20:00..21:00' Stoner -q --new > /dev/null && \
      CAIRN_CLOCK=2026-06-02T20:00:00Z cairn nudges --json
      """
    ),
    ("Import", "cairn import goodreads goodreads-2026-23col.csv --json"),
    ("Import", "cairn import koreader koreader_statistics_example.sqlite3 --json"),
    (
      "Import",
      """
      cairn book delete 'Untitled Draft' > /dev/null && echo broken >> goodreads-2026-23col.csv \
      && cairn import goodreads-2026-23col.csv --json --dry-run
      """
    ),
    ("Session", "cairn log --json"),
    (
      "Session",
      """
      cairn start climb --discipline bouldering --at 17:00 > /dev/null \
      && cairn climb add Roof V4 --attempts 2 --sent --helped crimp > /dev/null && cairn log --json
      """
    ),
    (
      "Session",
      """
      cairn start listen Emma --at 18:00 --length 16:39:00 > /dev/null \
      && cairn stop --kind listening --at 18:30 --position 0:40:00 --speed 1.25 --json
      """
    ),
    ("Session", "cairn listen log --json"),
    ("Story", "cairn story add Persuasion --author 'Jane Austen' --favourite --json"),
    ("Story", "cairn stories --json"),
    ("Listening overview", "cairn listening --json"),
    ("Listening overview", "cairn listening --range all --json"),
    ("Stories behind a figure", "cairn listening --why drop_off --json"),
    (
      "Webhook",
      """
      cairn webhook add http://127.0.0.1:9/ > /dev/null 2>&1 \
      && cairn track 12:00-12:20 listen 'The Golden Goose' --completed > /dev/null \
      && cairn webhook list --json
      """
    ),
    ("Deleted story", "cairn story delete Persuasion --json"),
    ("Deleted story", "cairn stories --deleted --json"),
    ("Climb", "cairn climb list --json"),
    ("Climb", "cairn climb show Roof --json"),
    ("Deleted climb", "cairn climb delete Roof > /dev/null && cairn climb list --deleted --json"),
    (
      "Import of a Cairn export",
      "cairn export log.ndjson > /dev/null && cairn import log.ndjson --json"
    ),
    (
      "Import of a Cairn export",
      """
      export mine=log; export CAIRN_DATA_DIR=other; cairn track 20:10-20:30 Emma > /dev/null \
      && cairn start read Emma > /dev/null && cairn export other.ndjson > /dev/null \
      && export CAIRN_DATA_DIR=$mine && cairn start read Dune > /dev/null \
      && cairn import other.ndjson --json
      """
    ),
    (
      "Diversity",
      """
      export CAIRN_DATA_DIR=div; cairn book add Dune --author 'Frank Herbert' > /dev/null \
      && cairn book add Wish --author Nobody > /dev/null \
      && cairn book status Wish wishlist > /dev/null \
      && cairn author set 'Frank Herbert' --region asia --gender male --nationality American \
      --born 1920 --died 1986 > /dev/null \
      && cairn book edit Dune --original-language English --own-voices no --accessibility braille \
      --region europe --gender other --nationality Welsh --first-published 1965 > /dev/null \
      && cairn diversity --json
      """
    ),
    ("Author", "CAIRN_DATA_DIR=div cairn author show 'Frank Herbert' --json"),
    ("Book details", "CAIRN_DATA_DIR=div cairn diversity gender --why other --json"),
    (
      "Question",
      """
      export CAIRN_DATA_DIR=div; cairn book add Emma --author 'Jane Austen' > /dev/null \
      && cairn ask --json
      """
    ),
    ("Answer to a question", "CAIRN_DATA_DIR=div cairn ask --answer Europe --json"),
    ("Curator", "CAIRN_DATA_DIR=div cairn curator --json"),
    (
      "Share goal",
      "CAIRN_DATA_DIR=div cairn goal share gender female 50 --yearly --json"
    ),
    ("Account", "echo 'correct horse' | cairn account create anna --json"),
    ("Account", "cairn account list --json"),
    ("Account", "echo 'battery staple' | cairn account password anna --json"),
    (
      "Connection",
      "cairn connection add anna Kobo > /dev/null 2>&1 && cairn connection list anna --json"
    ),
    ("Connection", "cairn connection pause anna Kobo --json"),
    ("Account", "cairn account delete anna --yes --json"),
    ("Doctor", "cairn doctor --json"),
    ("Setting", "cairn config --json"),
    ("Backup", "cairn backup --json"),
    ("Error", "cairn book page 'Dune' 999 --json"),
    ("Error", "cairn import goodreads nowhere.csv --json --verbose"),
  ]

  @Test func `is documented with every key and its type`() throws {
    let scratch = try Scratch()
    var seen: [String: Set<String>] = [:]
    for (heading, command) in Self.commands {
      let types = Page.cli.types(under: heading)
      let printed = try scratch.run(command, Page.cli.file.consoleVariables)
      let values = try JSONValue(printed).types()
      let strange = values.filter { types[$0.path]?.contains($0.type) != true }
      #expect(!values.isEmpty)
      #expect(strange.map { "\($0.path): \($0.type)" } == [], "\(heading): \(command)")
      seen[heading, default: []].formUnion(values.map(\.path))
    }
    for heading in seen.keys.sorted() {
      let documented = Set(Page.cli.types(under: heading).keys)
      #expect(documented.subtracting(seen[heading] ?? []).sorted() == [], "\(heading)")
    }
  }

  @Test func `has the same keys in a list`() throws {
    let scratch = try Scratch()
    _ = try scratch.run("cairn book add Dune", Page.cli.file.consoleVariables)
    let shelf = try JSONValue(scratch.run("cairn shelf --json", Page.cli.file.consoleVariables))
    let keys = Set(shelf.types().map(\.path))
    let alone: Set = [
      "reason", "notes", "review", "editions", "sessions", "active_seconds", "pages_read",
    ]
    let simple = Page.cli.types(under: "Book").keys.filter { !$0.contains(".") }
    #expect(keys == Set(simple).subtracting(alone))
  }
}

@Suite struct `The command line page` {
  /// Commands with subcommands.
  static let parents = [
    "account", "admin", "author", "book", "climb", "connection", "edition", "goal", "listen",
    "annotations",
    "shelves",
    "start", "story", "streak", "sync", "tags", "webhook",
  ]

  @Test func `lists every command of help under its group, with its summary`() throws {
    let scratch = try Scratch()
    let help = try scratch.run("cairn --help", [:])
    let groups = help.matches(of: #"^(\w+)\n((?:  \w+  +[^\n]+\n)+)"#)
      .filter { $0.groups[0] != "Examples" }
    #expect(groups.count == 7)
    for group in groups {
      let commands = group.groups[1].matches(of: #"^  (\w+)  +([^\n]+)$"#).map(\.groups)
      let below = try Self.parents.flatMap { try self.commands(of: $0, scratch) }
      let rows = Page.cli.rows(under: group.groups[0])
      #expect(rows.filter { !$0[0].contains(" ") } == commands)
      #expect(rows.filter { $0[0].contains(" ") }.filter { !below.contains($0) } == [])
    }
  }

  @Test func `lists the subcommands`() throws {
    let scratch = try Scratch()
    for name in Self.parents {
      let rows = ["Administration", "Books", "Climbing", "Listening", "Sessions", "Statistics"]
        .flatMap {
          Page.cli.rows(under: $0)
        }
      #expect(
        rows.filter { $0[0].hasPrefix(name + " ") } == (try commands(of: name, scratch))
      )
    }
  }

  @Test func `lists the settings with their defaults`() throws {
    let settings = try JSONValue(
      Scratch().run("cairn config --json", Page.cli.file.consoleVariables)
    )
    guard case .list(let all) = settings else { return #expect(Bool(false)) }
    let standards = all.filter { $0["origin"] == .text("default") }
    let rows = Page.cli.rows(under: "Settings").filter { $0.count == 3 }
    #expect(
      rows.map { [.text($0[0]), .text($0[1])] } == standards.map { [$0["name"], $0["value"]] }
    )
  }

  private func commands(of name: String, _ scratch: Scratch) throws -> [[String]] {
    let help = try scratch.run("cairn help \(name)", [:])
    return help.matches(of: #"^Commands\n((?:  [\w-]+  +[^\n]+\n)+)"#).flatMap {
      $0.groups[0].matches(of: #"^  ([\w-]+)  +([^\n]+)$"#)
    }.map { ["\(name) \($0.groups[0])", $0.groups[1]] }
  }
}

/// A documentation page with tables that must match the product.
struct Page {
  static let cli = Page(path: "docs/cli.md")

  let file: RepositoryFile

  init(path: String) {
    guard let file = Repository.pages.first(where: { $0.path == path }) else {
      preconditionFailure("\(path) is missing")
    }
    self.file = file
  }

  /// Returns the cells of all table rows under a heading, without backticks and header rows.
  func rows(under heading: String) -> [[String]] {
    let section = file.text.matches(of: "^#+ \(heading)\n((?:(?!#)[^\n]*\n)*)").flatMap(\.groups)
    return section.joined().matches(of: #"^\| `(.+)\|$"#).map { row in
      row.groups[0].split(separator: "|").map {
        $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces)
      }
    }
  }

  /// Returns the documented types for each path.
  func types(under heading: String) -> [String: [String]] {
    let rows = rows(under: heading).map { ($0[0], $0[1].components(separatedBy: " or ")) }
    return Dictionary(rows) { first, _ in first }
  }
}
