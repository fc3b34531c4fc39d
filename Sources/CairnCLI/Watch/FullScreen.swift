import Cairn
import Glibc

/// The alternate screen of a terminal, whose keys arrive at once; `end` puts everything back.
struct FullScreen: Sendable {
  private let saved: termios

  /// Switches to the alternate screen and to raw mode; throws `usage.terminal` without a terminal.
  init() throws(CairnError) {
    var settings = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw CairnError(
        "usage.terminal",
        "`cairn watch` needs a terminal for its keys and its screen.",
        hint: "Print the open sessions once with `cairn status`."
      )
    }
    saved = settings
    cfmakeraw(&settings)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J")
  }

  /// Shows the cursor, the former screen and the former settings again.
  func end() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    var settings = saved
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The size in cells; 80 × 24 if unknown.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Draws over the former lines, so that nothing flickers.
  func draw(_ lines: [String]) {
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    Self.write("\u{1B}[H\(text)\u{1B}[J")
  }

  private static func write(_ text: String) {
    Sink.descriptor(STDOUT_FILENO, named: "The terminal").write(text)
  }
}
