import Cairn
import Foundation
import Testing

@testable import CairnCLI

/// Creates a folder with the scripts and a `cairn` that lists fixed words and records its arguments.
private func stage() throws -> Scratch {
  let scratch = try Scratch()
  for shell in Shell.allCases {
    try scratch.write(Sample.program.completion(for: shell), to: "script.\(shell)")
  }
  try scratch.write(titles.map { "\($0)\tby someone: [1]\n" }.joined(), to: "titles")
  try scratch.write("sci fi\nscience\n", to: "tags")
  try scratch.write("7f3a\tDune\n9f9b\tEmma\n", to: "ids")
  try scratch.write("", to: "log")
  try scratch.write("", to: "asked")
  try scratch.write(
    """
    #!/bin/sh
    here=${0%/*}
    if [ "$1" = __complete ]; then
      printf '%s=%s\\n' "$2" "$4" >>"$here/asked"
      cat "$here/$2"
    else
      printf '<%s>' "$@" >>"$here/log"
      echo >>"$here/log"
    fi
    """,
    to: "cairn",
    executable: true
  )
  try FileManager.default.createDirectory(
    at: scratch.url.appendingPathComponent("shelf of books"),
    withIntermediateDirectories: true
  )
  return scratch
}

private let titles = [
  "Emma", "Dune: Messiah", "O'Brien's $HOME `x` \\back", "Say \"when\" [1]", "Was ist das? (a)*",
  "AC/DC: Let there be rock!now", "三体", "-dash title", "~tilde #hash", "k=v@w: x",
  "Pride & Prejudice; or {not} <x> | y", "no -- dash",
]

/// The keystrokes, with a tab for each completion, and the resulting arguments.
private let keystrokes: [(typed: String, words: [String])] = [
  ("cairn beg\t Emma", ["beg", "Emma"]),
  ("cairn st\t Emma", ["st", "Emma"]),
  ("cairn imp\tgo\t", ["import", "goodreads"]),
  ("cairn help imp\tgo\t", ["help", "import", "goodreads"]),
  ("cairn --quiet imp\t", ["--quiet", "import"]),
  ("cairn --data-dir she\t", ["--data-dir", "shelf of books/"]),
  ("cairn import goodreads scr\t", ["import", "goodreads", "script."]),
  ("cairn book sh\t", ["book", "show"]),
  ("cairn book 7\t", ["book", "7f3a"]),
  ("cairn start Em\t", ["start", "Emma"]),
  ("cairn begin Em\t", ["begin", "Emma"]),
  ("cairn start 三\t", ["start", "三体"]),
  ("cairn start Dune:\t", ["start", "Dune: Messiah"]),
  ("cairn start Dune:\\ M\t", ["start", "Dune: Messiah"]),
  ("cairn start \"Dune: \t", ["start", "Dune: Messiah"]),
  ("cairn start O\t", ["start", "O'Brien's $HOME `x` \\back"]),
  ("cairn start \"O\t", ["start", "O'Brien's $HOME `x` \\back"]),
  ("cairn start 'O\t", ["start", "O'Brien's $HOME `x` \\back"]),
  ("cairn start Say\\ \\\"\t", ["start", "Say \"when\" [1]"]),
  ("cairn start \"Say \\\"\t", ["start", "Say \"when\" [1]"]),
  ("cairn start W\t", ["start", "Was ist das? (a)*"]),
  ("cairn start AC\t", ["start", "AC/DC: Let there be rock!now"]),
  ("cairn start \"AC\t", ["start", "AC/DC: Let there be rock!now"]),
  ("cairn start P\t", ["start", "Pride & Prejudice; or {not} <x> | y"]),
  ("cairn start k=\t", ["start", "k=v@w: x"]),
  ("cairn start \\~\t", ["start", "~tilde #hash"]),
  ("cairn start -- -d\t", ["start", "--", "-dash title"]),
  ("cairn start x --kind=li\t", ["start", "x", "--kind=listen"]),
  ("cairn start x --kind li\t", ["start", "x", "--kind", "listen"]),
  ("cairn start --tag sci\\ \t", ["start", "--tag", "sci fi"]),
  ("cairn start --tag=\"sci \t", ["start", "--tag=sci fi"]),
  ("cairn start --at 9:00 Em\t", ["start", "--at", "9:00", "Emma"]),
  ("cairn start x --ki\t", ["start", "x", "--kind"]),
  ("cairn start x --secr\t", ["start", "x", "--secr"]),
  ("cairn stop Em\t", ["stop", "Em"]),
  ("cairn hid\t", ["hid"]),
]

private func line(_ words: [String]) -> String { words.map { "<\($0)>" }.joined() }

@Suite struct `Completing in bash` {
  private static let bash = Tool.find("bash")

  @Test(.enabled(if: bash != nil, "bash is not installed"))
  func `gives what a person would type`() throws {
    let scratch = try stage()
    try PseudoTerminal.type(
      ["source script.bash"] + keystrokes.map(\.typed),
      into: #require(Self.bash),
      ["--norc", "-i"],
      in: scratch
    )
    let typed = try scratch.read("log").split(separator: "\n").map(String.init)
    for (typed, stroke) in zip(typed, keystrokes) {
      #expect(typed == line(stroke.words), "\(stroke.typed)")
    }
    #expect(typed.count == keystrokes.count)
  }

  /// Calls the completion function as bash does and returns the candidates.
  private func offers(_ words: [String], line: String) throws -> [String] {
    let scratch = try stage()
    let script = """
      source script.bash
      compopt() { printf 'option %s\\n' "$2"; }
      COMP_LINE=$1 COMP_POINT=${#1}
      shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _cairn
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let ran = try Tool.run(
      #require(Self.bash),
      ["-c", script, "bash", line] + words,
      in: scratch
    )
    #expect(ran.err == "")
    return ran.out.split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: bash != nil, "bash is not installed"),
    arguments: [
      (["cairn", "sta"], "cairn sta", ["start", "status"]),
      (
        ["cairn", "stop", "--"], "cairn stop --",
        ["--page", "--data-dir", "--zone", "--quiet", "--verbose", "--no-color", "--help"]
      ),
      (
        ["cairn", "start", "x", "--kind", "="], "cairn start x --kind=",
        ["read", "listen", "climb"]
      ),
      (["cairn", "import", "goodreads", ""], "cairn import goodreads ", ["option default"]),
      (["cairn", "--data-dir", ""], "cairn --data-dir ", ["option dirnames"]),
      (["cairn", "start", "x", "--tag", "s"], "cairn start x --tag s", ["sci\\ fi", "science"]),
      (["cairn", "start", "Dune", ":", "M"], "cairn start Dune:M", []),
      (["cairn", "start", "em"], "cairn start em", ["Emma"]),
      (["cairn", "start", "Emma"], "cairn start Em", ["Emma"]),
      (["cairn", "start", "x", "-15m", ""], "cairn start x -15m ", []),
    ]
  )
  func `suggests matching words`(words: [String], line: String, offers: [String]) throws {
    #expect(try self.offers(words, line: line) == offers)
  }

  @Test(.enabled(if: bash != nil, "bash is not installed"))
  func `quotes every title for the shell`() throws {
    let quoted = try offers(["cairn", "start", ""], line: "cairn start ")
    #expect(quoted.count == titles.count)
    let read = try Tool.run(
      #require(Self.bash),
      ["-c", "printf '%s\\n' " + quoted.joined(separator: " ")]
    )
    #expect(read.out.split(separator: "\n").map(String.init) == titles)
  }
}

@Suite struct `Completing in zsh` {
  private static let zsh = Tool.find("zsh")

  @Test(.enabled(if: zsh != nil, "zsh is not installed"))
  func `gives what a person would type`() throws {
    let scratch = try stage()
    try PseudoTerminal.type(
      ["autoload -Uz compinit; compinit -u -D; source script.zsh"] + keystrokes.map(\.typed),
      into: #require(Self.zsh),
      ["-f", "-i"],
      in: scratch
    )
    let typed = try scratch.read("log").split(separator: "\n").map(String.init)
    for (typed, stroke) in zip(typed, keystrokes) {
      // zsh removes the slash after a directory at the end of the line.
      #expect(
        typed.replacing("books/>", with: "books>")
          == line(stroke.words).replacing("books/>", with: "books>"),
        "\(stroke.typed)"
      )
    }
    #expect(typed.count == keystrokes.count)
  }

  @Test(.enabled(if: zsh != nil, "zsh is not installed"))
  func `searches titles by the typed text, without its quotes`() throws {
    let scratch = try stage()
    try PseudoTerminal.type(
      ["autoload -Uz compinit; compinit -u -D; source script.zsh", "cairn start \"Dune: \t"],
      into: #require(Self.zsh),
      ["-f", "-i"],
      in: scratch
    )
    #expect(try scratch.read("asked") == "titles=Dune: \n")
  }

  @Test(.enabled(if: zsh != nil, "zsh is not installed"))
  func `works from the function path as well`() throws {
    let scratch = try stage()
    try scratch.write(Sample.program.completion(for: .zsh), to: "_cairn")
    try PseudoTerminal.type(
      ["fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D", "cairn start Em\t"],
      into: #require(Self.zsh),
      ["-f", "-i"],
      in: scratch
    )
    #expect(try scratch.read("log") == "<start><Emma>\n")
  }
}

@Suite struct `Completing in fish` {
  private static let fish = Tool.find("fish")

  private func offers(_ line: String) throws -> (words: [String], asked: String) {
    let scratch = try stage()
    let script = "source script.fish; complete -C $argv[1]"
    let ran = try Tool.run(
      #require(Self.fish),
      ["--no-config", "-c", script, line],
      in: scratch
    )
    #expect(ran.err == "")
    return try (ran.out.split(separator: "\n").map(String.init), scratch.read("asked"))
  }

  @Test(
    .enabled(if: fish != nil, "fish is not installed"),
    arguments: [
      ("cairn sta", ["start\tBegins a session.", "status\tShows what is running."]),
      ("cairn beg", []),
      ("cairn --quiet im", ["import\tReads what other apps know."]),
      ("cairn --data-dir /tmp im", ["import\tReads what other apps know."]),
      (
        "cairn import ",
        ["folder\tReads a folder.", "goodreads\tReads a list of books from Goodreads."]
      ),
      ("cairn help import go", ["goodreads\tReads a list of books from Goodreads."]),
      (
        "cairn start x --kind=",
        ["--kind=climb\tThe kind.", "--kind=listen\tThe kind.", "--kind=read\tThe kind."]
      ),
      ("cairn start x --kind l", ["listen\tThe kind."]),
      ("cairn start --at ", []),
      ("cairn start -15m x ", []),
      ("cairn start Emma ", []),
      ("cairn start \"Dune: ", ["Dune: Messiah\tby someone: [1]"]),
      ("cairn begin Dune:\\ ", ["Dune: Messiah\tby someone: [1]"]),
      ("cairn start -- -d", ["-dash title\tby someone: [1]"]),
      ("cairn start --tag sc", ["sci fi\tA label.", "science\tA label."]),
      ("cairn book ", ["7f3a\tDune", "9f9b\tEmma", "show\tShows all of it."]),
      ("cairn import folder ", ["shelf of books/\tDirectory"]),
      ("cairn import goodreads shelf", ["shelf of books/"]),
      ("cairn stop --p", ["--page\tThe last page."]),
      ("cairn start --secr", []),
      ("cairn hid", []),
    ]
  )
  func `suggests matching words`(line: String, words: [String]) throws {
    #expect(try offers(line).words == words)
  }

  @Test(.enabled(if: fish != nil, "fish is not installed"))
  func `suggests every title unchanged`() throws {
    #expect(try offers("cairn start ").words == titles.map { "\($0)\tby someone: [1]" })
    #expect(try offers("cairn start 'O").asked.hasPrefix("titles=O\n"))
    #expect(try offers("cairn start Say\\ \\\"").asked.hasPrefix("titles=Say \"\n"))
  }
}

@Suite struct `Completions for a shell` {
  @Test func `are one per line, with a description`() async {
    let out = Memory()
    let output = Output(standardOutput: out.sink(), standardError: out.sink(), style: .plain)
    let commands: [Command<Output>] = [
      .completing(output: { $0 }) { _, source, prefix in
        [Candidate("\(source) \(prefix)", "two\nlines"), Candidate("a\tb"), Candidate("plain")]
      }
    ]
    let program = Program(
      name: "cairn",
      version: "1",
      summary: "Lists.",
      examples: [],
      defaultCommand: nil,
      groups: [("Commands", commands)]
    )
    let exit = await program.run(["__complete", "titles", "--", "-Du"], output: output) { $1 }
    #expect(exit == .done)
    #expect(out.written == "titles -Du\ttwo\\nlines\nplain\n")
  }

  @Test(arguments: ["", "a\nb", "a\tb", "\u{1B}[2J", "\u{202E}x"])
  func `omit titles that nobody can type`(title: String) {
    #expect(Candidate(title).line == nil)
  }
}
