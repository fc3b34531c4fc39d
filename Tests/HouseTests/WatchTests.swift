import Foundation
import Testing

@Suite struct `cairn watch in a terminal` {
  @Test func `follows the keys and leaves the terminal as it was`() throws {
    let scratch = try Scratch()
    let printed = try scratch.run(
      """
      export TMUX_TMPDIR="$PWD"
      pane='stty -a > before; cairn watch; stty -a > after; tmux capture-pane -p > screen; tmux wait-for -S left'
      tmux -f /dev/null new-session -d -x 80 -y 24 "$pane"
      tmux send-keys -l 'bread Dune'; tmux send-keys Enter Space Space
      tmux send-keys -l 'nin the train'; tmux send-keys Enter
      tmux send-keys -l 's12'; tmux send-keys Enter q
      timeout -s KILL 60 tmux wait-for left
      cmp before after && ! grep -q pause screen && cairn log --json
      """,
      ["CAIRN_DATA_DIR": scratch.url.path + "/log", "CAIRN_ZONE": "UTC"]
    )
    for part in ["\"title\":\"Dune\"", "\"note\":\"in the train\"", "\"state\":\"ended\""] {
      #expect(printed.contains(part), "\(printed)")
    }
  }

  @Test func `looks as in the record of the page`() throws {
    let scratch = try Scratch()
    let clock = ["CAIRN_CLOCK": "file:\(scratch.url.path)/clock", "CAIRN_ALLOW_TEST_CLOCK": "1"]
    let variables = clock.merging([
      "CAIRN_DATA_DIR": scratch.url.path + "/log", "CAIRN_ZONE": "Europe/Berlin",
      "TMUX_TMPDIR": scratch.url.path,
    ]) { $1 }
    let printed = try scratch.run(Self.record, variables)
    let screens = printed.components(separatedBy: "----\n").dropLast().map(Self.masked)
    let parts = Page.cli.file.text.components(separatedBy: "## Watching a session\n")
    let page = try #require(parts.last)
    let section = try #require(page.components(separatedBy: "\n## ").first)
    let blocks = section.components(separatedBy: "```text\n").dropFirst()
    let shown = blocks.map { Self.masked($0.components(separatedBy: "```")[0]) }
    #expect(screens == shown, "\(printed)")
  }

  /// Types what the page describes, and prints the screen after each key once it shows the result.
  private static let record = """
    at() { echo "2026-03-05T$1Z" > clock; }
    await() { timeout -s KILL 60 sh -c "until tmux capture-pane -p | grep -q '$1'; do :; done"; }
    show() { await "$1"; tmux capture-pane -p; echo ----; }
    at 21:00:00
    cairn goal set minutes 60 --daily -q
    cairn track 'yesterday 21:00-22:05' Emma --start-page 41 --page 80 -q
    cairn track 18:10-18:52 Dune --start-page 142 --page 180 -q
    at 20:18:00; cairn start read Dune -q
    at 21:00:17; tmux -f /dev/null new-session -d -x 80 -y 16 'cairn watch'
    show 42:17
    tmux send-keys Space; show Paused
    at 21:12:30; tmux send-keys Space; await Resumed
    at 21:25:00; tmux send-keys -l s212; show 212
    tmux send-keys Enter; show Stopped
    tmux send-keys q
    """

  /// Returns a screen without the ids, which differ each time.
  private static func masked(_ screen: String) -> String {
    screen.split(separator: "\n").map {
      String($0).replacing(/^[0-9a-z]{6}(?=  [A-Z])|\([0-9a-z]{6}\)/, with: "######")
    }.joined(separator: "\n")
  }

  @Test func `refuses a pipe`() throws {
    let printed = try Scratch().run("cairn watch < /dev/null 2>&1 | cat", [:])
    #expect(printed.hasPrefix("cairn: `cairn watch` needs a terminal"), "\(printed)")
  }
}
