import Cairn
import Glibc

/// A password from the terminal or standard input; an argument would be visible to other users.
enum TypedPassword {
  /// Asks twice on a terminal, else reads the first line; throws `input.no_password`.
  static func new(_ output: Output) throws(CairnError) -> String {
    guard isatty(STDIN_FILENO) == 1 else { return try line() }
    let first = try hidden("Password: ", output)
    guard try hidden("Repeat password: ", output) == first else {
      throw CairnError("input.no_password", "The passwords do not match.", hint: "Try again.")
    }
    return first
  }

  /// Asks once on a terminal, else reads the first line; throws `input.no_password`.
  static func secret(_ name: String, _ output: Output) throws(CairnError) -> String {
    isatty(STDIN_FILENO) == 1
      ? try hidden("\(name.capitalizedFirst): ", output, name)
      : try line(name)
  }

  private static func hidden(
    _ prompt: String,
    _ output: Output,
    _ name: String = "password"
  ) throws(CairnError) -> String {
    output.standardError.write(prompt)
    var before = termios()
    tcgetattr(STDIN_FILENO, &before)
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      output.standardError.write("\n")
    }
    return try line(name)
  }

  private static func line(_ name: String = "password") throws(CairnError) -> String {
    guard let line = readLine(strippingNewline: true), !line.isEmpty, line.utf8.count <= 1_000
    else {
      throw CairnError(
        "input.no_password",
        "There is no \(name) on standard input.",
        hint: "Enter it at the prompt, or redirect a file with it in the first line: `< file`."
      )
    }
    return line
  }
}
