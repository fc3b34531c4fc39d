import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `An error message` {
  @Test(
    arguments: [
      ("usage.time", 64), ("input.csv", 65), ("import.x", 65), ("csv.x", 65),
      ("goodreads.x", 65), ("koreader.x", 65), ("json.x", 65), ("server.unreachable", 69),
      ("storage.full", 74),
      ("session.none", 1), ("usage", 64), ("usages.x", 1), ("", 1),
    ] as [(String, Int32)]
  )
  func `maps the first part of the code to an exit code`(code: String, exit: Int32) {
    #expect(ErrorText.exit(for: code).rawValue == exit)
  }

  @Test func `puts the hint below the sentence`() {
    let text = ErrorText(CairnError("session.none", "Nothing runs.", hint: "Start one."))
    #expect(text.text == "cairn: Nothing runs.\n  Start one.")
    #expect(ErrorText(CairnError("x", "Nothing runs.", hint: "")).text == "cairn: Nothing runs.")
  }

  @Test func `escapes control characters of a title`() {
    let text = ErrorText(CairnError("x", "No '\u{1B}[2J'.", hint: "Not \u{202E}this."))
    #expect(text.text == "cairn: No '\\u{1B}[2J'.\n  Not \\u{202E}this.")
  }

  @Test func `includes the code in JSON`() async {
    let json = ErrorText(CairnError("session.none", "No “\n”.", hint: "Start one.")).json
    #expect(json == #"{"code":"session.none","message":"No “\n”.","hint":"Start one."}"#)
    #expect(await RunResult.sample("stop", "--json").err.hasPrefix(#"{"code":"#))
  }

  @Test func `treats a system error as a failed write`() {
    struct Broken: Error {}
    #expect(ErrorText(Broken()).exit == .failedStorage)
    let text = ErrorText(Broken()).text
    #expect(text.hasPrefix("cairn: An unexpected error occurred.\n"))
    #expect(!text.contains("Broken"))
    #expect(ErrorText(Broken(), isVerbose: true).text.hasSuffix("\n  Cause: Broken()"))
  }

  @Test func `includes the text of a library only with --verbose`() async {
    let error = CairnError("x", "It stopped.", hint: "Retry.", cause: "\u{1B}SSL 0A00010B")
    #expect(ErrorText(error).text == "cairn: It stopped.\n  Retry.")
    #expect(ErrorText(error).json == #"{"code":"x","message":"It stopped.","hint":"Retry."}"#)
    let full = ErrorText(error, isVerbose: true)
    #expect(full.text == "cairn: It stopped.\n  Retry.\n  Cause: \\u{1B}SSL 0A00010B")
    #expect(full.json.contains(#""hint":"Retry.","cause":""#))
    let plain = CairnError("x", "It stopped.", hint: "")
    #expect(ErrorText(plain, isVerbose: true) == ErrorText(plain))
    #expect(await RunResult.sample("stop", "--verbose") == RunResult.sample("stop"))
  }
}

@Suite struct `Running a command` {
  @Test func `prints the output and returns the command's exit code`() async {
    #expect(await RunResult.sample("start", "Dune") == RunResult(out: "Started Dune.\n"))
    #expect(await RunResult.sample() == RunResult(out: "nothing\n", exit: .refused))
    #expect(await RunResult.sample("status", "--json").out == "{}\n")
  }

  @Test func `prints data but no confirmation when quiet`() async {
    #expect(await RunResult.sample("start", "Dune", "--quiet").out == "")
    #expect(await RunResult.sample("-q", "status").out == "nothing\n")
  }

  @Test func `prints errors to standard error only`() async {
    let refused = await RunResult.sample("stop")
    #expect(refused.out == "")
    #expect(refused.err == "cairn: No session is running.\n  Start one.\n")
    #expect(refused.exit == .refused)
    #expect(await RunResult.sample("stop", "--page", "0").exit == .usage)
    #expect(await RunResult.sample("frob").exit == .usage)
  }

  @Test func `fails if the data could not be written`() async {
    let (out, err) = (Memory(), Memory())
    let full = Sink(
      columns: nil,
      write: { _ in },
      isClosed: { true },
      finish: { () throws(CairnError) in
        throw CairnError("storage.output_failed", "Full.", hint: "")
      }
    )
    let output = Output(standardOutput: full, standardError: err.sink(), style: .plain)
    let exit = await Sample.program.run(["start", "Dune"], output: output) { $1 }
    #expect(exit == .failedStorage)
    #expect(err.written == "cairn: Full.\n")
    #expect(out.written == "")
  }
}

@Suite struct `Output to a terminal` {
  private func said(quiet: Bool, columns: Int?) -> (out: String, err: String) {
    let (out, err) = (Memory(), Memory())
    let output = Output(
      standardOutput: out.sink(columns: columns),
      standardError: err.sink(columns: columns),
      style: .plain
    ).adjusted(quiet: quiet, noColor: false)
    var table = Table(.init("Title", canShrink: true))
    table.append("A title of twenty-four.")
    output.print(table)
    var bar = output.progress("Books", total: 1)
    output.show(bar.advance(to: 1, at: Instant(milliseconds: 0)))
    return (out.written, err.written)
  }

  @Test func `cuts tables and draws bars, unlike other output`() {
    #expect(said(quiet: false, columns: 10).out == "Title\nA title o…\n")
    #expect(said(quiet: false, columns: 10).err == "\rBooks ██…\u{1B}[K")
    #expect(said(quiet: false, columns: nil).out == "Title\nA title of twenty-four.\n")
    #expect(said(quiet: false, columns: nil).err == "Books: 100 % (1 of 1)\n")
  }

  @Test func `includes data but no progress when quiet`() {
    #expect(said(quiet: true, columns: nil).out == "Title\nA title of twenty-four.\n")
    #expect(said(quiet: true, columns: nil).err == "")
  }
}

@Suite struct `Writing to a stream` {
  private func ends() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func `writes everything, even more than the stream accepts at once`() throws {
    let (reading, writing) = try ends()
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let lines = (0..<40_000).map { "line \($0)" }
    let reader = Thread.detachedReader(of: reading)
    let sink = Sink.descriptor(writing, named: "The pipe")
    let output = Output(standardOutput: sink, standardError: sink, style: .plain)
    output.print(lines: lines)
    close(writing)
    #expect(reader() == lines.map { $0 + "\n" }.joined())
    #expect(throws: Never.self) { try output.finish() }
  }

  @Test func `stops silently when the reader closes`() throws {
    signal(SIGPIPE, SIG_IGN)
    let (reading, writing) = try ends()
    close(reading)
    let sink = Sink.descriptor(writing, named: "The pipe")
    sink.write("anyone?")
    #expect(sink.isClosed())
    #expect(throws: Never.self) { try sink.finish() }
    close(writing)
  }

  @Test func `reports a full disk`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    let sink = Sink.descriptor(full, named: "The file")
    sink.write("data")
    let error = #expect(throws: CairnError.self) { try sink.finish() }
    #expect(error?.message == "The file could not be written: the disk is full.")
    #expect(error?.cause == "No space left on device")
    #expect(error?.hint.contains("run the command again") == false)
    #expect(error?.hint.contains("saved") == true)
    close(full)
  }

  @Test func `is not a terminal if it is a pipe`() throws {
    let (reading, writing) = try ends()
    #expect(Sink.descriptor(writing, named: "The pipe").columns == nil)
    close(reading)
    close(writing)
  }
}

extension Thread {
  /// Reads a descriptor to its end on a thread; the returned closure waits for the result and closes it.
  fileprivate static func detachedReader(of descriptor: Int32) -> () -> String {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let memory = Memory()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      memory.sink().write(String(decoding: handle.readDataToEndOfFile(), as: UTF8.self))
      done.signal()
    }
    return {
      done.wait()
      return memory.written
    }
  }
}

@Suite struct `Coloured text` {
  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm"], true),
    ] as [(Bool, [String: String], Bool)]
  )
  func `depends on the environment`(isTerminal: Bool, environment: [String: String], colors: Bool) {
    #expect(Style.suiting(isTerminal: isTerminal) { environment[$0] }.hasColor == colors)
  }

  @Test func `can be disabled on the command line`() async {
    #expect(await RunResult.sample("start", "-h", hasColor: true).out.contains("\u{1B}[1m"))
    #expect(
      await !RunResult.sample("start", "-h", "--no-color", hasColor: true).out.contains("\u{1B}")
    )
    let output = Output(
      standardOutput: Memory().sink(),
      standardError: Memory().sink(),
      style: Style(hasColor: true)
    )
    #expect(output.adjusted(quiet: false, noColor: true).style == .plain)
    #expect(output.adjusted(quiet: false, noColor: false).style.hasColor)
  }

  @Test(arguments: Tone.allCases) func `resets its colours`(tone: Tone) {
    #expect(Style(hasColor: true).paint("x", tone).hasSuffix("x\u{1B}[0m"))
    #expect(Style.plain.paint("x", tone) == "x")
    #expect(Style(hasColor: true).paint("", tone) == "")
  }
}
