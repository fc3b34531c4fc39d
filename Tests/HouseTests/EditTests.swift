import Foundation
import Testing

@Suite struct `cairn edit in a terminal` {
  @Test func `opens the editor, which may take its time, and stores what it saved`() throws {
    let scratch = try Scratch()
    let printed = try scratch.run(
      """
      export TMUX_TMPDIR="$PWD" EDITOR="$PWD/editor --wait"
      cat > editor <<'END'
      #!/bin/sh
      cairn track 10m Emma > /dev/null
      sed -i 's/^place:.*/place: home/' "$2"
      END
      chmod +x editor
      cairn track '2 hours ago - 1h ago' Dune > /dev/null
      tmux -f /dev/null new-session -d -x 80 -y 24 'cairn edit last ; tmux wait-for -S left'
      timeout -s KILL 60 tmux wait-for left
      cairn log --json
      """,
      ["CAIRN_DATA_DIR": scratch.url.path + "/log", "CAIRN_ZONE": "UTC"]
    )
    let lines = printed.split(separator: "\n")
    #expect(
      lines.contains { $0.contains("\"Dune\"") && $0.contains("\"place\":\"home\"") },
      "\(printed)"
    )
    #expect(
      lines.contains { $0.contains("\"Emma\"") && $0.contains("\"place\":null") },
      "\(printed)"
    )
  }
}
