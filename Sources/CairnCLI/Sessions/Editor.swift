import Cairn
import Glibc

/// Opens a text in an editor and returns it as saved.
typealias OpenEditor =
  @Sendable (_ text: String, _ variable: (String) -> String?) throws(CairnError) -> String

/// The person's own editor.
enum Editor {
  /// Opens a text in `$VISUAL` or `$EDITOR`, in a file that only the person can read and that is deleted afterwards.
  ///
  /// Throws `usage.missing` without a terminal or an editor, and `usage.editor` if the editor fails, which keeps the file.
  static func open(
    _ text: String,
    _ variable: (String) -> String?
  ) throws(CairnError) -> String {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw missing("There is no terminal for an editor.")
    }
    let known = [variable("VISUAL"), variable("EDITOR")].compactMap(\.self).first { !$0.isEmpty }
    guard let editor = known else { throw missing("Neither VISUAL nor EDITOR is set.") }
    return try edit(text, with: editor)
  }

  /// Opens a text in a file with a command; throws `usage.editor` if it fails, which keeps the file.
  static func edit(_ text: String, with editor: String) throws(CairnError) -> String {
    let file = try PrivateTemporaryFile(of: Array(text.utf8), named: "cairn-edit")
    guard run(editor, file.path) else {
      file.keep()
      throw failed(editor, file.path)
    }
    return try read(file.path)
  }

  /// Returns whether the editor succeeded.
  ///
  /// Until then Ctrl-C is for the editor alone.
  private static func run(_ editor: String, _ path: String) -> Bool {
    let ignored = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in ignored { signal(number, handler) } }
    // The variable may have options, as in `code --wait`.
    let command = ["sh", "-c", "\(editor) \"$1\"", "sh", path]
    return ChildProcess.run("/bin/sh", command) { _ in } == (0, 0)
  }

  private static func failed(_ editor: String, _ path: String) -> CairnError {
    CairnError(
      "usage.editor",
      "The editor “\(editor)” failed. Nothing was changed; the text is in \(path).",
      hint: "Check VISUAL and EDITOR, and delete that file when you no longer need it."
    )
  }

  private static func read(_ path: String) throws(CairnError) -> String {
    guard let file = fopen(path, "re") else { throw Files.unreadable(path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block[..<count]
      guard bytes.count <= 2 * Record.textLimit else { throw Files.unreadable(path) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the error for a session that cannot be edited as a text: `usage.missing`.
  static func missing(_ sentence: String) -> CairnError {
    CairnError(
      "usage.missing",
      "Nothing to edit. \(sentence)",
      hint: "Give an option, such as --end 21:30; `cairn help edit` lists them."
    )
  }
}
