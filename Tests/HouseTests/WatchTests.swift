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

  @Test func `refuses a pipe`() throws {
    let printed = try Scratch().run("cairn watch < /dev/null 2>&1 | cat", [:])
    #expect(printed.hasPrefix("cairn: `cairn watch` needs a terminal"), "\(printed)")
  }
}
