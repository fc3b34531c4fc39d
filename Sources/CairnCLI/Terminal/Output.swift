import Cairn

/// One place text goes to: a stream of the process, or a test's memory.
struct Sink: Sendable {
  /// The width in cells; nil when nobody watches, as in a file or a pipe.
  let columns: Int?
  /// Writes text at once, and nothing once the reader is gone or writing has failed.
  let write: @Sendable (String) -> Void
  /// Whether further writing is pointless.
  let isClosed: @Sendable () -> Bool
  /// Throws `storage.output` if something could not be written; a reader who left is no failure.
  let finish: @Sendable () throws(CairnError) -> Void
}

/// What a command says: data and confirmations to standard output, troubles to standard error.
struct Output: Sendable {
  /// Where data goes.
  let standardOutput: Sink
  /// Where errors, warnings and progress go.
  let standardError: Sink
  /// How data is coloured.
  private(set) var style: Style
  /// Whether confirmations are dropped.
  private(set) var isQuiet = false
  /// The directory that was named on the command line, which the next command needs as well.
  private var directory: String?

  init(standardOutput: Sink, standardError: Sink, style: Style) {
    (self.standardOutput, self.standardError) = (standardOutput, standardError)
    self.style = style
  }

  /// The same streams as the flags of a command line ask for.
  func adjusted(quiet: Bool, noColor: Bool, directory: String? = nil) -> Output {
    var copy = self
    (copy.isQuiet, copy.directory) = (quiet, directory)
    if noColor { copy.style = .plain }
    return copy
  }

  /// Prints a line of what was asked for.
  func print(_ line: String) { standardOutput.write(line + "\n") }

  /// Prints a line of what was asked for that names the next command.
  func guide(_ line: String) { print(line.namingDirectory(directory)) }

  /// Prints many lines in few writes; stops early once the reader is gone.
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

  /// Prints a table, cut to the terminal where there is one.
  func print(_ table: Table) {
    print(lines: table.lines(width: standardOutput.columns, style: style))
  }

  /// Confirms what was done, unless `--quiet`.
  func say(_ line: String) {
    if !isQuiet { print(line.namingDirectory(directory)) }
  }

  /// Warns about something that does not stop the command.
  func warn(_ line: String) { standardError.write(line.namingDirectory(directory) + "\n") }

  /// A progress bar for standard error.
  func progress(_ label: String, total: Int) -> ProgressBar {
    ProgressBar(label, total: total, columns: standardError.columns)
  }

  /// Writes what a progress bar gave, unless `--quiet`.
  func show(_ progress: String?) {
    if let progress, !isQuiet { standardError.write(progress) }
  }

  /// Throws if any data could not be written.
  func finish() throws(CairnError) { try standardOutput.finish() }
}
