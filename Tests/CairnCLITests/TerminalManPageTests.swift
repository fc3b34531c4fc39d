import Foundation
import Testing

@testable import CairnCLI

@Suite struct `A manual page` {
  private static let groff = Tool.find("groff")

  private func page(_ file: String) throws -> String {
    try #require(Sample.program.manPages().first { $0.file == file }).text
  }

  @Test func `exists for the program and for each visible command`() {
    #expect(
      Sample.program.manPages().map(\.file) == [
        "cairn.1", "cairn-start.1", "cairn-stop.1", "cairn-status.1", "cairn-book.1",
        "cairn-import.1",
      ]
    )
  }

  @Test(arguments: [
    ("--page 'x'", "\\-\\-page \\(aqx\\(aq"), ("a\\b", "a\\(rsb"), (".TH x", "\\&.TH x"),
    ("one\n.two", "one\n\\&.two"), ("\"q\"", "\\(dqq\\(dq"), ("~^`", "\\(ti\\(ha\\(ga"),
    ("é三😀", "\\[u00E9]\\[u4E09]\\[u1F600]"), ("'start", "\\(aqstart"),
  ])
  func `escapes roff control characters`(text: String, escaped: String) {
    #expect(Roff.escaped(text) == escaped)
  }

  @Test func `shows examples before options`() throws {
    let text = try page("cairn-start.1")
    let examples = try #require(text.range(of: ".SH \"EXAMPLES\""))
    let options = try #require(text.range(of: ".SH \"OPTIONS\""))
    #expect(examples.lowerBound < options.lowerBound)
    #expect(text.contains(".SH \"NAME\"\ncairn\\-start \\- Begins a session\n"))
    #expect(!text.contains("secret"))
  }

  @Test(.enabled(if: groff != nil, "groff is not installed"))
  func `renders in groff without warnings, and unchanged`() throws {
    let groff = try #require(Self.groff)
    for page in Sample.program.manPages() {
      let ran = try Tool.run(groff, ["-man", "-Tutf8", "-ww", "-rLL=100n"], input: page.text)
      #expect(ran.err == "")
      #expect(ran.exit == 0)
    }
    let shown = try Tool.run(
      groff,
      ["-man", "-Tascii", "-P-c", "-P-b", "-P-u", "-rLL=100n"],
      input: page("cairn-start.1")
    )
    #expect(shown.out.contains("cairn start \"Dune\" --at -15m"))
    #expect(shown.out.contains("When it began; 'now' if left out."))
    #expect(shown.out.contains("cairn start TITLE [WHEN...] [options]"))
  }
}
