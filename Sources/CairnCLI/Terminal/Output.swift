import Cairn

/// A destination for text: a stream of the process, or memory in a test.
struct Sink: Sendable {
  /// The width in cells; nil without a terminal, as for a file or a pipe.
  let columns: Int?
  /// Writes text unbuffered; discards it after the reader closed or a write failed.
  let write: @Sendable (String) -> Void
  /// Whether further writing is pointless.
  let isClosed: @Sendable () -> Bool
  /// Throws `storage.output_failed` after a failed write; a closed reader is not a failure.
  let finish: @Sendable () throws(CairnError) -> Void
}

/// The output of a command: data and messages on standard output, problems on standard error.
struct Output: Sendable {
  /// The destination of data.
  let standardOutput: Sink
  /// The destination of errors, warnings and progress.
  let standardError: Sink
  /// How data is coloured.
  private(set) var style: Style
  /// How tables are printed.
  private var tables = TableFormat.text
  /// Whether messages are suppressed.
  private(set) var isQuiet = false
  /// The `--data-dir` of this command line, which suggested commands must repeat.
  private var directory: String?

  init(standardOutput: Sink, standardError: Sink, style: Style) {
    (self.standardOutput, self.standardError) = (standardOutput, standardError)
    self.style = style
  }

  /// Returns the same streams with the flags of a command line applied.
  func adjusted(
    quiet: Bool,
    noColor: Bool,
    directory: String? = nil,
    tables: TableFormat = .text
  ) -> Output {
    var copy = self
    (copy.isQuiet, copy.directory, copy.tables) = (quiet || tables != .text, directory, tables)
    if noColor { copy.style = .plain }
    return copy
  }

  /// Prints a line of data.
  func print(_ line: String) { standardOutput.write(line + "\n") }

  /// Prints a line of data that suggests a command.
  func printHint(_ line: String) { print(line.namingDirectory(directory)) }

  /// Prints lines in large blocks; stops early after the reader closed.
  func print(lines: some Sequence<String>) {
    var block = ""
    for line in lines where !standardOutput.isClosed() {
      block += line
      block += "\n"
      guard block.utf8.count > 65_536 else { continue }
      standardOutput.write(block)
      block = ""
    }
    if !block.isEmpty { standardOutput.write(block) }
  }

  /// Prints a table, truncated to the width of the terminal if there is one, or as CSV or Markdown.
  func print(_ table: Table) {
    print(lines: table.lines(tables, width: standardOutput.columns, style: style))
  }

  /// Prints a message for people, unless `--quiet`.
  func info(_ line: String) {
    if !isQuiet { print(line.namingDirectory(directory)) }
  }

  /// Prints a warning about a non-fatal problem.
  func warn(_ line: String) { standardError.write(line.namingDirectory(directory) + "\n") }

  /// Returns a progress bar for standard error.
  func progress(_ label: String, total: Int) -> ProgressBar {
    ProgressBar(label, total: total, columns: standardError.columns)
  }

  /// Writes the text of a progress bar, unless `--quiet`.
  func show(_ progress: String?) {
    if let progress, !isQuiet { standardError.write(progress) }
  }

  /// Throws if any data could not be written.
  func finish() throws(CairnError) { try standardOutput.finish() }
}
