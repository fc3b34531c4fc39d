import Cairn
import CairnJSON

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
  /// How data is printed.
  private(set) var format = OutputFormat.text
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
    format: OutputFormat = .text
  ) -> Output {
    var copy = self
    (copy.isQuiet, copy.directory, copy.format) = (quiet || format.isData, directory, format)
    if noColor || format != .text { copy.style = .plain }
    return copy
  }

  /// Prints a line of text.
  func print(_ line: String) { print(lines: [line]) }

  /// Prints the title of what follows.
  func print(heading: String) {
    guard format == .markdown else { return print(style.paint(heading, .title)) }
    write(["## \(heading)", ""])
  }

  /// Prints a line of text that suggests a command.
  func printHint(_ line: String) { print(line.namingDirectory(directory)) }

  /// Prints lines of text, which are code in Markdown, so that they stay as they are.
  func print(lines: some Sequence<String>) {
    guard format == .markdown else { return write(lines) }
    let texts = lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    write(texts.map { $0.isEmpty ? "" : "    \($0)" })
  }

  /// Writes lines in large blocks; stops early after the reader closed.
  private func write(_ lines: some Sequence<String>) {
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

  /// Prints a table, truncated to the width of the terminal if there is one.
  func print(_ table: Table) {
    guard format == .markdown else {
      return write(table.lines(width: standardOutput.columns, style: style))
    }
    write(table.markdown + [""])
  }

  /// Prints a value as JSON or CSV.
  func print<Value: JSONValue>(data value: Value) { print(data: value.json, Value.schema) }

  /// Prints an object with these fields as JSON or CSV.
  func print<Model>(data fields: JSONFields<Model>, of model: Model) {
    print(data: fields.json(model), fields.schema)
  }

  /// Prints JSON, a list with one element per line, or its table as CSV.
  func print(data json: JSON, _ schema: JSONSchema) {
    if case .csv(let lists) = format { return write(JSONTable(json, schema, lists: lists).csv) }
    guard case .array(let elements) = json, !elements.isEmpty else { return write([json.text]) }
    let lines = elements.enumerated().map { index, element in
      element.text + (index + 1 < elements.count ? "," : "")
    }
    write(["["] + lines + ["]"])
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
