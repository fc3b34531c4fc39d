import Testing

@testable import CairnCLI

private func help(_ path: String..., width: Int = 80, hasColor: Bool = false) -> String {
  Help(program: Sample.program, width: width, style: Style(hasColor: hasColor)).text(path)
}

@Suite struct `The help of a command` {
  @Test func `shows examples first and options last`() {
    #expect(
      help("start") == """
        Begins a session.

        Examples
          cairn start "Dune"            begin to read now
          cairn start "Dune" --at -15m  begin a quarter of an hour ago

        Usage
          cairn start TITLE [WHEN...] [options]

        The clock runs until it is stopped.

        A pause does not count.

        Arguments
          TITLE  What is read.
          WHEN   When it began.

        Options
              --at TIME    When it began; 'now' if left out.
          -p, --page N     The page [of the book]: a number.
              --tag TAG    A label.
              --kind KIND  The kind.
          -y, --yes        Do not ask.

        Global options
              --data-dir DIR  Use DIR as the data directory.
              --zone ZONE     Use this time zone: Europe/Berlin.
          -q, --quiet         Print only the requested data.
              --verbose       Show the technical cause of an error.
              --no-color      Print without colours.
          -h, --help          Show help and exit.
        """
    )
  }

  @Test func `groups commands on the first page, without hidden ones`() {
    let page = help()
    let titles = page.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(
      titles.dropFirst().map(String.init) == [
        "Examples", "Sessions", "Looking", "Data", "Options",
        "Run `cairn help COMMAND` for more about a command.",
      ]
    )
    #expect(page.contains("  import  Reads what other apps know."))
    #expect(!page.contains("hidden"))
    #expect(page.contains("--version"))
  }

  @Test func `lists subcommands`() {
    let page = help("import")
    #expect(page.contains("Usage\n  cairn import COMMAND [options]\n"))
    #expect(page.contains("  goodreads  Reads a list of books from Goodreads."))
    #expect(help("import", "goodreads").contains("cairn import goodreads FILE... [options]"))
    #expect(help("book").contains("  cairn book [REF] [options]\n  cairn book COMMAND [options]"))
  }

  @Test func `mentions JSON for commands that read`() {
    #expect(help("status").contains("--json"))
    #expect(!help("start").contains("--json"))
  }

  @Test(arguments: [40, 60, 80, 100])
  func `fits the width`(width: Int) {
    for path in [[], ["start"], ["import", "goodreads"]] {
      let text = Help(program: Sample.program, width: width, style: .plain).text(path)
      let wide = text.split(separator: "\n").filter { String($0).cells > width }
      #expect(wide.allSatisfy { $0.hasPrefix("  cairn ") })
    }
  }

  @Test func `colours headings only`() {
    #expect(help("stop", hasColor: true).contains("\u{1B}[1mUsage\u{1B}[0m\n  cairn stop"))
    #expect(!help("stop").contains("\u{1B}"))
  }

  @Test func `goes to standard output with exit code 0`() async {
    let ran = await RunResult.sample("help", "begin")
    #expect(ran == RunResult(out: help("start") + "\n", err: "", exit: .done))
    #expect(await RunResult.sample("start", "-h") == ran)
    #expect(await RunResult.sample("--version").out == "cairn 1.2.3\n")
  }
}

@Suite struct `Wrapping text` {
  @Test(arguments: [
    ("", 10, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("unbreakable", 4, ["unbreakable"]), ("a\n\nb", 4, ["a", "", "b"]),
    ("日本 日本", 8, ["日本", "日本"]), ("日本 日本", 9, ["日本 日本"]),
  ])
  func `breaks between words by cell width`(text: String, width: Int, lines: [String]) {
    #expect(TextLayout.wrap(text, width: width) == lines)
  }

  @Test func `puts a long term on its own line`() {
    let lines = TextLayout.definitions(
      [("a", "one two"), ("a long term", "three")],
      width: 24,
      widest: 4
    )
    #expect(lines == ["  a  one two", "  a long term", "     three"])
  }
}
