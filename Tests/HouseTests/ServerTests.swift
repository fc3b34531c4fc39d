import Foundation
import Testing

@Suite struct `The API page` {
  @Test func `has examples with the documented responses and a clean stop`() throws {
    let page = try #require(Repository.pages.first { $0.path == "docs/api.md" })
    let scratch = try Scratch()
    try Data("2026-03-05T20:00:00Z".utf8).write(to: scratch.url.appendingPathComponent("clock.txt"))
    let server = try Served(in: scratch.url, page.consoleVariables)
    defer { server.stop() }
    var ids = ExampleIDs()
    let steps = page.sessionSteps
    #expect(steps.count > 8)
    for step in steps {
      let typed = step.command.replacing("http://127.0.0.1:8080", with: server.address)
      let printed = try scratch.run(ids.real(typed), page.consoleVariables)
      ids.learn(from: printed, like: step.output)
      let wanted = ids.real(step.output)
      // Swift treats CR LF as one character, so compare bytes.
      let ending = printed.isEmpty || printed.utf8.last == 0x0A ? "" : "\n"
      #expect((printed + ending).isLike(wanted), "\(typed)\n\(printed)")
    }
    #expect(server.stop() == 0)
    #expect(server.rest == "")
  }

  @Test(arguments: ["docs/sync.md", "README.md"])
  func `ends with the same log on two devices and their server`(path: String) throws {
    let page = try #require(Repository.pages.first { $0.path == path })
    let scratch = try Scratch()
    let variables = page.consoleVariables.merging(["CAIRN_DATA_DIR": "server"]) { $1 }
    let server = try Served(in: scratch.url, variables)
    defer { server.stop() }
    #expect(page.sessionSteps.count > 7)
    for step in page.sessionSteps {
      let typed = step.command.replacing("http://127.0.0.1:8080", with: server.address)
      let printed = try scratch.run(typed, variables)
      let shown = printed.replacing(server.address, with: "http://127.0.0.1:8080")
      #expect(shown.withoutShortIDs == step.output.withoutShortIDs, "\(typed)\n\(printed)")
    }
  }

  @Test func `has examples of accounts with the documented responses`() throws {
    let page = try #require(Repository.pages.first { $0.path == "docs/server.md" })
    let scratch = try Scratch()
    _ = try scratch.run("echo 'correct horse' | cairn account create anna", page.consoleVariables)
    let server = try Served(in: scratch.url, page.consoleVariables, mode: [])
    defer { server.stop() }
    var secret = "SECRET"
    #expect(page.sessionSteps.count > 4)
    for step in page.sessionSteps {
      let typed = step.command.replacing("http://127.0.0.1:8080", with: server.address)
      let printed = try scratch.run(
        typed.replacing("SECRET", with: secret),
        page.consoleVariables
      )
      if let found = printed.matches(of: #"cairn_([0-9a-f]{64})"#).first {
        secret = found.groups[0]
      }
      let ending = printed.hasSuffix("\n") ? "" : "\n"
      #expect((printed + ending).isLike(step.output), "\(typed)\n\(printed)")
    }
  }

  @Test func `explains the setup of the first account, until it exists`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    let server = try Served(in: scratch.url, variables, mode: [])
    let told = server.errorOutput()
    let link = try #require(
      told.matches(of: #"^(http://127\.0\.0\.1:\d+/setup/[0-9a-f]{64})$"#).first
    )
    let form =
      "curl -s -o page -w '%{http_code}' -H 'Sec-Fetch-Site: same-origin' "
      + "-d 'name=anna&password=correct+horse' \(link.groups[0])"
    #expect(try scratch.run(form, variables) == "303")
    #expect(try scratch.run(form, variables) == "404")
    #expect(server.stop() == 0)
    #expect(try scratch.run("cairn account list", variables).contains("anna"))
  }

  @Test func `names every path of the API`() {
    let files = ["CairnServer/Routes.swift", "CairnConnect/Listening/ListeningAPI.swift"]
    let routes = files.map { Repository.text("Sources/" + $0) }.joined()
      .matches(of: #"Route\(\.\w+, "(/api/[^"]+|/healthz|/readyz|/version|/metrics)""#).flatMap(
        \.groups
      )
    let pages = Repository.text("docs/api.md") + Repository.text("docs/server.md")
    // Actions on a session are documented by their last path component.
    let missing = routes.filter { path in
      !pages.contains(path)
        && !pages.contains("`…/\(path.split(separator: "/").last ?? "")`")
    }
    #expect(routes.count > 8)
    #expect(missing == [])
  }
}

@Suite struct `A server` {
  @Test func `shows its settings and their origin, but no secret`() throws {
    let scratch = try Scratch()
    let shown = try scratch.run(
      "echo 'open sesame' > token; cairn config",
      [
        "CAIRN_DATA_DIR": "log", "CAIRN_LISTEN": "127.0.0.1:9090",
        "CAIRN_METRICS_TOKEN_FILE": "token",
      ]
    )
    #expect(!shown.matches(of: #"^listen +127\.0\.0\.1:9090 +CAIRN_LISTEN$"#).isEmpty)
    #expect(!shown.matches(of: #"^log-format +logfmt +default$"#).isEmpty)
    #expect(!shown.matches(of: #"^metrics-token +•+ +CAIRN_METRICS_TOKEN_FILE$"#).isEmpty)
    #expect(!shown.contains("sesame"))
  }

  @Test(arguments: [
    ("cairn serve --url log.example.org", "usage.url", 64),
    ("cairn serve --url 'https://log.example.org/a b'", "usage.url", 64),
    ("cairn serve --single-user --listen 0.0.0.0:0", "usage.listen_open", 64),
    ("cairn serve --single-user --listen 192.168.1.2:80", "usage.listen_open", 64),
    ("cairn serve --single-user --listen 8080", "usage.listen", 64),
    ("cairn serve --single-user --listen 127.0.0.1:99999", "usage.listen", 64),
  ])
  func `that cannot start prints a hint`(command: String, code: String, exit: Int) throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log"]
    let printed = try scratch.run("\(command) 2>&1; echo $?", variables)
    let hint = Repository.text("docs/errors.md").contains("## `\(code)`")
    #expect(printed.hasSuffix("\n\(exit)\n"))
    #expect(printed.split(separator: "\n").count == 3)
    #expect(hint)
  }

  @Test func `keeps a log per account, and accepts new accounts while running`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    #expect(
      try scratch.run("echo 'correct horse' | cairn account create anna", variables)
        .hasPrefix("Created the account “anna”.")
    )
    let server = try Served(in: scratch.url, variables, mode: [])
    defer { server.stop() }
    _ = try scratch.run("echo 'battery staple' | cairn account create ben", variables)
    let json = "-H 'Content-Type: application/json' -H 'Origin: \(server.address)'"
    for (name, password, title) in [
      ("anna", "correct horse", "Dune"), ("ben", "battery staple", "Emma"),
    ] {
      let script = """
        curl -s -c \(name) \(json) -d '{"name":"\(name)","password":"\(password)"}' \
          \(server.address)/api/v1/sign-in > signed-in
        curl -s -b \(name) \(json) -d '{"title":"\(title)"}' \(server.address)/api/v1/sessions > started
        curl -s -b \(name) \(server.address)/api/v1/shelf
        """
      let shelf = try scratch.run(script, variables)
      #expect(shelf.matches(of: #""title":"(\w+)""#).flatMap(\.groups) == [title])
    }
    let removed = try scratch.run(
      "cairn account delete anna; cairn account delete anna --yes; ls log/accounts | wc -l; "
        + "curl -s -b anna \(server.address)/api/v1/shelf",
      variables
    )
    #expect(removed.contains("Add --yes"))
    #expect(removed.contains("Deleted the account “anna” and its log.\n1\n"))
    #expect(removed.contains("account.not_signed_in"))
    #expect(server.stop() == 0)
    #expect(try scratch.run("ls log/accounts/*", variables).hasPrefix("log.sqlite"))
    #expect(try scratch.run("ls log/accounts/* | wc -l", variables).hasPrefix("1"))
  }

  @Test func `with --demo serves generated data that is deleted on exit`() throws {
    let scratch = try Scratch()
    let variables = ["TMPDIR": scratch.url.path, "CAIRN_ZONE": "Europe/Berlin"]
    let server = try Served(in: scratch.url, variables, mode: ["--demo"])
    defer { server.stop() }
    for (path, words) in [
      ("/", "Continue"), ("/shelf", "Middlemarch"), ("/insights?period=all", "Rhythm in "),
      ("/history", "Older sessions"), ("/", "On this day"),
    ] {
      let page = try scratch.run("curl -s \(server.address)\(path)", variables)
      #expect(page.contains(words))
    }
    let folders = "ls | grep -c '^cairn-demo[.]'"
    #expect(try scratch.run(folders, variables) == "1\n")
    #expect(server.stop() == 0)
    #expect(try scratch.run(folders, variables) == "0\n")
  }

  @Test func `restores a downloaded log, and rejects a tampered one`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    _ = try scratch.run("echo 'correct horse' | cairn account create anna", variables)
    let server = try Served(in: scratch.url, variables, mode: [])
    defer { server.stop() }
    let script = """
      set -e
      ask() { curl -s -b jar -c jar -H 'Origin: \(server.address)' "$@"; }
      put() { ask -T $1 -H 'Content-Type: application/vnd.sqlite3' $at/api/v1/account/log; echo; }
      json='Content-Type: application/json'
      at=\(server.address)
      ask -H "$json" -d '{"name":"anna","password":"correct horse"}' $at/api/v1/sign-in > signed
      ask $at/api/v1/account/log > mine.sqlite
      cp mine.sqlite trigger.sqlite; cp mine.sqlite table.sqlite; cp mine.sqlite torn.sqlite
      python3 -c '
      import sqlite3
      for name, sql in [
        ("trigger", "CREATE TRIGGER t AFTER INSERT ON mutation BEGIN DELETE FROM record; END"),
        ("table", "CREATE TABLE more (a)"),
      ]:
        file = sqlite3.connect(name + ".sqlite")
        file.execute(sql)
        file.commit()
      '
      truncate -s 20000 torn.sqlite
      ask -H "$json" -d '{"title":"Dune"}' $at/api/v1/sessions > started
      for file in trigger table torn signed; do put $file* | grep -o '"code":"[^"]*"'; done
      ask $at/api/v1/sessions | grep -c Dune
      put mine.sqlite
      ask $at/api/v1/sessions
      """
    let printed = try scratch.run(script.replacing("\n      ", with: "\n"), variables)
    #expect(
      printed == String(repeating: "\"code\":\"input.not_a_log\"\n", count: 4)
        + "1\n{\"state\":\"restored\",\"records\":0,\"unreadable\":[]}\n{\"sessions\":[],\"next\":null}"
    )
    #expect(try scratch.run("ls log/accounts/*/backups | wc -l", variables) == "1\n")
    let end = try scratch.run(
      """
      curl -s -b jar -H 'Origin: \(server.address)' -H 'Content-Type: application/json' \
        -d '{"password":"correct horse"}' \(server.address)/api/v1/account/delete; ls log/accounts
      """,
      variables
    )
    #expect(end == #"{"state":"deleted"}"#)
  }

  @Test func `imports statistics of an e-reader, and leaves no file of them`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    let server = try Served(in: scratch.url, variables)
    defer { server.stop() }
    let at = "\(server.address)/api/v1/imports"
    let send = "curl -s \(at) -H 'Content-Type: application/octet-stream' --data-binary"
    let planned = try scratch.run("\(send) @koreader_statistics_example.sqlite3", variables)
    #expect(planned.contains(#""state":"planned","format":"koreader""#))
    let id = try #require(planned.matches(of: #"^\{"id":"([^"]+)""#).first).groups[0]
    let drafts = "ls -la log | grep '[.]tmp' | cut -c 1-10"
    #expect(try scratch.run(drafts, variables) == "-rw-------\n")
    let steps = "curl -s -X POST \(at)/\(id)/apply > begun; curl -s '\(at)/\(id)?wait=true'"
    let applied = try scratch.run(steps, variables)
    #expect(applied.contains(#""state":"applied""#))
    #expect(try scratch.run(drafts, variables) == "")
    let sums = "grep -o '\"added\":[0-9]*'"
    let told = try scratch.run("cat <<< '\(applied)' | \(sums)", variables)
    let other =
      "CAIRN_DATA_DIR=other cairn import koreader_statistics_example.sqlite3 --json | \(sums)"
    #expect(try scratch.run(other, variables) == told)
    try Data("SQLite format 3\0 and nothing else".utf8)
      .write(to: scratch.url.appendingPathComponent("broken"))
    let refused = try scratch.run("\(send) @broken", variables)
    #expect(refused.contains(#""code":"input.database""#))
    #expect(!refused.contains("draft") && !refused.contains(scratch.url.path))
    #expect(try scratch.run(drafts, variables) == "")
  }

  @Test func `stops at once despite an open event stream`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    let server = try Served(in: scratch.url, variables)
    let listening = Process()
    listening.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    listening.arguments = ["-sN", server.address + "/api/v1/changes"]
    let heard = Pipe()
    listening.standardOutput = heard
    try listening.run()
    #expect(heard.fileHandleForReading.availableData.starts(with: Data("id: 0\n".utf8)))
    let start = ContinuousClock.now
    #expect(server.stop() == 0)
    #expect(ContinuousClock.now - start < .seconds(8))
    listening.waitUntilExit()
    #expect(listening.terminationStatus == 0)
  }

  @Test func `leaves the log usable for other commands`() throws {
    let scratch = try Scratch()
    let variables = ["CAIRN_DATA_DIR": "log", "CAIRN_ZONE": "Europe/Berlin"]
    let server = try Served(in: scratch.url, variables)
    defer { server.stop() }
    #expect(try scratch.run("cairn start read Dune", variables).contains("Started reading"))
    let listed = try scratch.run("curl -s \(server.address)/api/v1/sessions", variables)
    #expect(listed.contains("\"title\":\"Dune\""))
    let again = try scratch.run(
      "cairn serve --single-user --listen \(server.address.dropFirst(7)); echo $?",
      variables
    )
    #expect(again.contains(": another program uses the address.\n"))
    #expect(again.hasSuffix("\n69\n"))
  }
}

/// A mapping from the ID placeholders of a page to the IDs of a run.
private struct ExampleIDs {
  private var ids: [String: String] = [:]

  /// Learns an ID from a response that starts with one.
  mutating func learn(from printed: String, like written: String) {
    let begins = #"^\{"id":"([^"]+)","#
    guard let word = written.matches(of: begins).first?.groups[0],
      word.allSatisfy(\.isUppercase), ids[word] == nil
    else { return }
    ids[word] = printed.matches(of: begins).first?.groups[0]
  }

  func real(_ text: String) -> String {
    ids.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}

/// A running server on a free port.
private final class Served {
  let address: String
  private let process = Process()
  private let output = Pipe()
  private let troubled = Pipe()

  init(
    in folder: URL,
    _ variables: [String: String],
    mode: [String] = ["--single-user"]
  ) throws {
    process.executableURL = URL(fileURLWithPath: try Product.folder() + "/cairn")
    process.arguments = ["serve"] + mode + ["--listen", "127.0.0.1:0"]
    process.currentDirectoryURL = folder
    // The request log is not read here.
    let quiet = ["SWIFT_BACKTRACE": "enable=no", "CAIRN_LOG_LEVEL": "error"]
    process.environment = variables.merging(quiet) { mine, _ in mine }
    (process.standardOutput, process.standardError) = (output, troubled)
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self)
    address = String(text.dropFirst("listening on ".count))
    #expect(text.hasPrefix("listening on http://127.0.0.1:"))
  }

  /// Stops the server and returns its exit code.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// Returns the standard error output before the first line of standard output.
  func errorOutput() -> String {
    String(decoding: troubled.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// The standard output after the first line.
  var rest: String {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}

extension RepositoryFile {
  /// The commands of all examples on a page that run beside a server.
  fileprivate var sessionSteps: [(command: String, output: String)] {
    text.matches(of: "^```shell-session\n((?:(?!^```)[^\n]*\n)*)").flatMap { block in
      block.groups[0].matches(of: #"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)"#).map {
        ($0.groups[0], $0.groups[1])
      }
    }
  }
}

extension String {
  /// The text with short IDs, which differ in each run, replaced.
  fileprivate var withoutShortIDs: String {
    replacing(#/\([0-9a-z]{6}\)/#, with: "(ID)").replacing(#/(?m)^[0-9a-z]{6} /#, with: "ID ")
  }
}
