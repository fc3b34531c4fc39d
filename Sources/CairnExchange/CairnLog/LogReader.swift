package import Cairn

/// A streaming parser of an exported log of any size.
///
/// Buffers at most one line. Checks the header and the end, and does not pass them on.
public struct LogReader: Sendable {
  /// The maximum file size: 2 GiB.
  public static let sizeLimit = 2_147_483_648
  /// The maximum line length: 16 MiB.
  public static let lineLimit = 16_777_216

  /// The number of the last line read, from 1.
  public private(set) var number = 0
  private var partialLine: [UInt8] = []
  private var records: Int64 = 0
  private var mutations: Int64 = 0
  private var hasEnded = false

  /// Creates a parser at the start of a file.
  public init() {}

  /// Parses the next block, and passes each complete record and mutation to `body`.
  ///
  /// Throws `input.log_line`, `input.newer_log`, `input.not_a_log`, `input.truncated`,
  /// `input.too_large` for a line over the limit, and the errors of `body`.
  public mutating func parse(
    _ block: [UInt8],
    _ body: (LogLine, _ number: Int) throws -> Void
  ) throws {
    var start = block.startIndex
    while let end = block[start...].firstIndex(of: 0x0A) {
      partialLine += block[start..<end]
      start = end + 1
      try readLine(body)
    }
    partialLine += block[start...]
    try requireShortLine()
  }

  /// Parses the end of the file; throws like ``parse(_:_:)``, and `input.truncated` if the file ends
  /// before its last line.
  public mutating func finish(_ body: (LogLine, _ number: Int) throws -> Void) throws {
    if !partialLine.isEmpty { try readLine(body) }
    guard number > 0 else { throw Self.notALog }
    guard hasEnded else { throw Self.cutShort }
  }

  private mutating func readLine(_ body: (LogLine, Int) throws -> Void) throws {
    number += 1
    guard !hasEnded else { throw afterEnd }
    try requireShortLine()
    let line = try LogLine(partialLine, in: 0..<partialLine.count, number: number)
    partialLine.removeAll(keepingCapacity: true)
    switch line {
    case .header where number == 1: return
    case _ where number == 1: throw Self.notALog
    case .record: records += 1
    case .mutation: mutations += 1
    case .end(records, mutations): return hasEnded = true
    default: throw Self.cutShort
    }
    try body(line, number)
  }

  private func requireShortLine() throws(CairnError) {
    guard partialLine.count > Self.lineLimit else { return }
    throw CairnError(
      "input.too_large",
      "A line after line \(number) is longer than \(Self.lineLimit) bytes.",
      hint: "Choose a file from `cairn export`. Nothing was imported."
    )
  }

  private var afterEnd: CairnError {
    LogLine.invalid(number, "the log ended on line \(number - 1)")
      .with(hint: "Remove the lines after the end, or export the log again. Nothing was imported.")
  }

  /// The error for a file that is no log: `input.not_a_log`.
  package static var notALog: CairnError {
    CairnError(
      "input.not_a_log",
      "The file is not a Cairn log.",
      hint: "Choose a file from `cairn export`."
    )
  }

  private static var cutShort: CairnError {
    CairnError(
      "input.truncated",
      "The file ends before all of its records.",
      hint: "Export the log again, and import the full file. Nothing was imported."
    )
  }
}
