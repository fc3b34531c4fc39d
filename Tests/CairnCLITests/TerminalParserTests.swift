import Cairn
import Testing

@testable import CairnCLI

private func read(_ words: [String]) throws -> Invocation {
  guard case .run(_, let invocation) = try Parser.parse(words, Sample.program) else {
    throw CairnError("test", "no command runs", hint: "")
  }
  return invocation
}

private func refusal(_ words: [String]) -> CairnError? {
  do throws(CairnError) {
    _ = try Parser.parse(words, Sample.program)
    return nil
  } catch {
    return error
  }
}

@Suite struct `Parsing a command line` {
  @Test func `finds a command by its name, its alias and as a subcommand`() throws {
    #expect(try read(["start", "Dune"]).path == ["start"])
    #expect(try read(["begin", "Dune"]).path == ["start"])
    #expect(try read(["import", "goodreads", "a.csv"]).path == ["import", "goodreads"])
  }

  @Test func `runs the default command without a matching word`() throws {
    #expect(try read([]).path == ["status"])
    #expect(try read(["--json"]).flag("json"))
  }

  @Test func `distinguishes a command's arguments from its subcommands`() throws {
    #expect(try read(["book", "show"]).path == ["book", "show"])
    #expect(try read(["book", "7f3a"]).value("ref") == "7f3a")
    #expect(try read(["book", "7f3a", "--json"]).path == ["book"])
    #expect(try read(["book", "--", "show"]).value("ref") == "show")
  }

  @Test(arguments: [
    ["start", "Dune", "--page", "12"], ["start", "--page=12", "Dune"],
    ["start", "Dune", "-p", "12"], ["start", "-p", "12", "--", "Dune"],
    ["--quiet", "start", "Dune", "--page=12"],
  ])
  func `accepts options before and after arguments`(words: [String]) throws {
    let invocation = try read(words)
    #expect(invocation.value("title") == "Dune")
    #expect(try invocation.integer("page") == 12)
  }

  @Test func `accepts negative times and numbers as values`() throws {
    #expect(try read(["start", "Dune", "--at", "-15m"]).value("at") == "-15m")
    #expect(try read(["start", "Dune", "--at=-1h30m"]).value("at") == "-1h30m")
    #expect(try read(["start", "Dune", "-15m", "9pm"]).rest == ["-15m", "9pm"])
    #expect(try read(["start", "Dune", "--page", "-3"]).integer("page") == -3)
  }

  @Test func `rejects a negative argument unless one is declared`() {
    #expect(refusal(["stop", "-15m"])?.code == "usage.unknown_option")
  }

  @Test func `accepts a dash, a note with a dash and words after two dashes unchanged`() throws {
    #expect(try read(["import", "goodreads", "-"]).rest == ["-"])
    #expect(try read(["start", "Dune", "--tag", "- later"]).value("tag") == "- later")
    #expect(try read(["start", "--", "--json"]).value("title") == "--json")
    #expect(try read(["start", "--at=a=b", ""]).value("at") == "a=b")
    #expect(try read(["start", ""]).value("title") == "")
  }

  @Test func `collects repeatable options`() throws {
    let invocation = try read(["start", "Dune", "--tag", "a", "--tag=b", "--yes", "-y"])
    #expect(invocation.values("tag") == ["a", "b"])
    #expect(invocation.flag("yes"))
    #expect(!invocation.flag("secret"))
  }

  @Test func `answers help and version with an incomplete command line`() throws {
    func help(_ words: String...) throws -> [String]? {
      if case .help(let path) = try Parser.parse(words, Sample.program) { path } else { nil }
    }
    #expect(try help("start", "--help") == ["start"])
    #expect(try help("-h") == [])
    #expect(try help("help", "import", "goodreads") == ["import", "goodreads"])
    #expect(try help("help") == [])
    let version = try Parser.parse(["--version"], Sample.program)
    guard case .version = version else { Issue.record("no version"); return }
  }

  @Test(
    arguments: [
      (
        ["strat"], "unknown_command", "“strat” is not a command of `cairn`.",
        "Did you mean `cairn start`?"
      ),
      (
        ["imp"], "unknown_command", "“imp” is not a command of `cairn`.",
        "Did you mean `cairn import`?"
      ),
      (
        ["xyzzy"], "unknown_command", "“xyzzy” is not a command of `cairn`.",
        "See `cairn --help` for the list."
      ),
      (
        ["help", "strat"], "unknown_command", "“strat” is not a command of `cairn`.",
        "Did you mean `cairn start`?"
      ),
      (
        ["import", "godreads"], "unknown_command", "“godreads” is not a command of `cairn import`.",
        "Did you mean `cairn import goodreads`?"
      ),
      (
        ["import"], "missing_command", "`cairn import` needs one of: goodreads, folder.",
        "See `cairn import --help`."
      ),
      (
        ["start", "Dune", "--pgae", "3"], "unknown_option", "`cairn start` has no option “--pgae”.",
        "Did you mean `--page`?"
      ),
      (
        ["start", "Dune", "--pa=3"], "unknown_option", "`cairn start` has no option “--pa”.",
        "Did you mean `--page`?"
      ),
      (
        ["start", "Dune", "-z"], "unknown_option", "`cairn start` has no option “-z”.",
        "`cairn start --help` lists them. Write `--` before arguments that begin with “-”."
      ),
      (
        ["--json", "start", "Dune"], "unknown_option", "`cairn start` has no option “--json”.", nil
      ),
      (["start", "--version"], "unknown_option", "`cairn start` has no option “--version”.", nil),
      (
        ["start", "Dune", "--page"], "missing_value", "“--page” needs a value: N.",
        "Write `--page N`."
      ),
      (
        ["start", "--page", "--yes"], "missing_value", "“--page” needs a value: N.",
        "Write `--page=--yes` if the value begins with a dash."
      ),
      (["start", "Dune", "--yes=1"], "unexpected_value", "“--yes” takes no value.", nil),
      (
        ["start", "Dune", "--page=1", "-p", "2"], "repeated_option",
        "“-p” is given more than once.",
        nil
      ),
      (["start"], "missing_argument", "`cairn start` needs TITLE: What is read.", nil),
      (
        ["import", "goodreads"], "missing_argument",
        "`cairn import goodreads` needs FILE: The exported file.", nil
      ),
      (["stop", "now"], "unexpected_argument", "`cairn stop` does not expect “now”.", nil),
    ] as [([String], String, String, String?)]
  )
  func `names the invalid word and the next step`(
    words: [String],
    code: String,
    message: String,
    hint: String?
  ) throws {
    let error = try #require(refusal(words))
    #expect(error.code == "usage." + code)
    #expect(error.message == message)
    if let hint {
      #expect(error.hint == hint)
    } else {
      #expect(error.hint.hasSuffix(".") || error.hint.hasSuffix("?"))
    }
  }

  @Test(arguments: [
    ("x", "--page takes a whole number from 1 to 500, not “x”."),
    ("0", "--page takes a whole number from 1 to 500, not “0”."),
    ("1e3", "--page takes a whole number from 1 to 500, not “1e3”."),
    (
      "99999999999999999999",
      "--page takes a whole number from 1 to 500, not “99999999999999999999”."
    ),
  ])
  func `rejects an invalid number or one out of range`(
    text: String,
    sentence: String
  ) throws {
    let invocation = try read(["start", "Dune", "--page", text])
    let error = #expect(throws: CairnError.self) { try invocation.integer("page", in: 1...500) }
    #expect(error?.message == sentence)
    #expect(error?.code == "usage.value")
    #expect(error?.hint == "See `cairn start --help`.")
  }

  @Test func `returns nil for a missing number or choice`() throws {
    let invocation = try read(["start", "Dune"])
    #expect(try invocation.integer("page") == nil)
    #expect(try invocation.choice("kind", of: ["read"]) == nil)
  }

  @Test func `suggests the intended choice`() throws {
    let kinds = ["read", "listen", "climb"]
    #expect(try read(["start", "x", "--kind=climb"]).choice("kind", of: kinds) == "climb")
    let invocation = try read(["start", "x", "--kind=lisen"])
    let error = #expect(throws: CairnError.self) { try invocation.choice("kind", of: kinds) }
    #expect(error?.message == "--kind takes one of read, listen, climb, not “lisen”.")
    #expect(error?.hint == "Did you mean “listen”?")
  }
}

@Suite struct `Suggesting a word` {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("strat", "start", 1), ("ab", "ba", 1),
  ])
  func `counts changed or swapped letters`(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }

  @Test func `returns nil if nothing is near or a prefix is ambiguous`() {
    #expect(Suggestion.nearest(to: "zzz", among: ["start", "stop"]) == nil)
    #expect(Suggestion.nearest(to: "st", among: ["start", "stop"]) == nil)
    #expect(Suggestion.nearest(to: "anything", among: []) == nil)
  }
}

@Suite struct `A table of commands` {
  @Test func `has no flaws in the sample`() {
    #expect(Sample.program.validationErrors() == [])
  }

  @Test func `reports its flaws`() {
    let commands: [Command<Void>] = [
      Command("one", summary: "Does.", arguments: [.repeating("a", "A."), .optional("b", "B.")]),
      Command("one", summary: "no full stop", options: [.value("yes", "V", "V.")]) { _, _ in .done
      },
      Command(
        "two",
        summary: "Does.",
        options: [
          .flag("yes", "Y."), .flag("quiet", "Q."),
          .value("k", "K", "K.", completion: .values(["a b"])),
        ]
      ) { _, _ in .done },
    ]
    let flawed = Program(
      name: "x",
      version: "1",
      summary: "Is wrong.",
      examples: [],
      defaultCommand: nil,
      groups: [("Commands", commands)]
    )
    #expect(
      Set(flawed.validationErrors()) == [
        "'one' appears twice in the table", "b can never be given in one", "one does nothing",
        "'no full stop' is not a sentence in one", "'quiet' appears twice in two",
        "'a b' needs quoting in two", "--yes is a flag and takes a value",
      ]
    )
  }

  @Test func `builds subcommands lazily`() {
    @Sendable func never<T>() -> [T] {
      Issue.record("a command that is not used was built")
      return []
    }
    let commands: [Command<Void>] = [
      Command("used", summary: "Runs.") { _, _ in .done },
      Command(
        "unused",
        summary: "Waits.",
        examples: never(),
        arguments: never(),
        options: never(),
        subcommands: never()
      ),
    ]
    let program = Program(
      name: "x",
      version: "1",
      summary: "Is lazy.",
      examples: [],
      defaultCommand: nil,
      groups: [("Commands", commands)]
    )
    #expect(throws: Never.self) { try Parser.parse(["used", "--quiet"], program) }
  }
}
