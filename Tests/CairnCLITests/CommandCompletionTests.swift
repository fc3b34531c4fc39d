import Foundation
import Testing

@testable import CairnCLI

/// Creates a folder with the scripts of the program and a `cairn` that lists fixed words and records its arguments.
private func stage() throws -> Scratch {
  let scratch = try Scratch()
  for shell in Shell.allCases {
    try scratch.write(Program.cairn.completion(for: shell), to: "script.\(shell)")
  }
  let words = [
    "titles": "Emma\tJane Austen\n", "session-tags": "beach\nbook club\n", "ids": "7f3a1b\tEmma\n",
    "entries": "9k2d4c\tSession tracked\n", "periods": "last week\nweek\n2026-03\n",
    "places": "Hall\n",
    "stories": "Ulysses\n", "months": "2026-03\n", "log": "", "script": "",
  ]
  for (name, text) in words { try scratch.write(text, to: name) }
  try scratch.write(
    """
    #!/bin/sh
    here=${0%/*}
    if [ "$1" = __complete ]; then
      grep -i "^$4" "$here/$2"
    else
      printf '<%s>' "$@" >>"$here/log"
      echo >>"$here/log"
    fi
    """,
    to: "cairn",
    executable: true
  )
  return scratch
}

/// The keystrokes, with a tab for each completion, and the resulting arguments.
private let keystrokes: [(typed: String, words: [String])] = [
  ("cairn tag bea\t", ["tag", "beach"]),
  ("cairn tag @1 book\t", ["tag", "@1", "book club"]),
  ("cairn unt\tbea\t", ["untag", "beach"]),
  ("cairn annotate 7f\ttext", ["annotate", "7f3a1b", "text"]),
  ("cairn move 7f\t+1h", ["move", "7f3a1b", "+1h"]),
  ("cairn lengthen 7f\t10m", ["lengthen", "7f3a1b", "10m"]),
  ("cairn edit 7f\t--place Ha\t", ["edit", "7f3a1b", "--place", "Hall"]),
  ("cairn delete 7f\t", ["delete", "7f3a1b"]),
  ("cairn undo 9k\t", ["undo", "9k2d4c"]),
  ("cairn wat\t", ["watch"]),
  ("cairn start read Em\t", ["start", "read", "Emma"]),
  ("cairn start listen Ul\t", ["start", "listen", "Ulysses"]),
  ("cairn log --tag bea\t", ["log", "--tag", "beach"]),
  ("cairn stats --by au\t", ["stats", "--by", "author"]),
  ("cairn stats --book Em\t--in 2026-\t", ["stats", "--book", "Emma", "--in", "2026-03"]),
  ("cairn stats --in la\t", ["stats", "--in", "last week"]),
  ("cairn calendar 20\t", ["calendar", "2026-03"]),
]

/// Types the keystrokes into a shell and compares what it ran.
private func check(_ shell: String?, _ options: [String], setup: String) throws {
  let scratch = try stage()
  let lines = [setup] + keystrokes.map(\.typed)
  try PseudoTerminal.type(lines, into: #require(shell), options, in: scratch)
  let typed = try scratch.read("log").split(separator: "\n").map(String.init)
  for (typed, stroke) in zip(typed, keystrokes) {
    #expect(typed == stroke.words.map { "<\($0)>" }.joined(), "\(stroke.typed)")
  }
  #expect(typed.count == keystrokes.count)
}

@Suite struct `Completing the commands of cairn` {
  private static let (bash, zsh) = (Tool.find("bash"), Tool.find("zsh"))
  private static let fish = Tool.find("fish")
  private static let package =
    ProcessInfo.processInfo.environment["BASH_COMPLETION"]
    ?? "/usr/share/bash-completion/bash_completion"
  private static let hasPackage = FileManager.default.fileExists(atPath: package)

  @Test(.enabled(if: bash != nil, "bash is not installed")) func `works in bash`() throws {
    try check(Self.bash, ["--norc", "-i"], setup: "source script.bash")
  }

  @Test(.enabled(if: bash != nil && hasPackage, "bash-completion is not installed"))
  func `works in bash with bash-completion, which loads it`() throws {
    let install =
      "mkdir -p .local/share/bash-completion/completions; "
      + "cp script.bash .local/share/bash-completion/completions/cairn; source \(Self.package)"
    try check(Self.bash, ["--norc", "-i"], setup: install)
  }

  @Test(.enabled(if: zsh != nil, "zsh is not installed")) func `works in zsh`() throws {
    let setup = "autoload -Uz compinit; compinit -u -D; source script.zsh"
    try check(Self.zsh, ["-f", "-i"], setup: setup)
  }

  @Test(
    .enabled(if: fish != nil, "fish is not installed"),
    arguments: [
      ("cairn tag bea", "beach"), ("cairn annotate 7f", "7f3a1b"), ("cairn undo 9k", "9k2d4c"),
      ("cairn unt", "untag"), ("cairn wat", "watch"), ("cairn stats --by au", "author"),
      ("cairn stats --in la", "last week"), ("cairn log --tag bea", "beach"),
      ("cairn edit 7f3a1b --place Ha", "Hall"), ("cairn start read Em", "Emma"),
      ("cairn calendar 20", "2026-03"),
    ]
  )
  func `works in fish`(line: String, word: String) throws {
    let scratch = try stage()
    let ran = try Tool.run(
      #require(Self.fish),
      ["--no-config", "-c", "source script.fish; complete -C $argv[1]", line],
      in: scratch
    )
    let offers = ran.out.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(offers == [word[...]], "\(ran.out)\(ran.err)")
  }

  @Test func `offers the periods in which there are sessions`() async throws {
    let me = try Person()
    await me.types("track", "2026-01-04 20:00-20:30", "Emma")
    let offered = await me.types("__complete", "periods", "--", "2026").out
    #expect(offered == "2026-03\n2026-02\n2026-01\n2026\n")
    #expect(await me.types("__complete", "periods", "--", "last w").out == "last week\n")
  }
}
