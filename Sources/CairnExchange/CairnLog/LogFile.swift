public import Cairn

/// The lines of an exported log, one after another.
public struct LogFile: Sendable {
  /// The most a file may hold: 2 GiB.
  public static let sizeLimit = 2_147_483_648
  /// The most a line may hold: 16 MiB.
  public static let lineLimit = 16_777_216

  private let bytes: [UInt8]

  /// Makes a file of its bytes; throws `input.too_big` beyond the limit.
  public init(_ bytes: [UInt8]) throws(CairnError) {
    guard bytes.count <= Self.sizeLimit else {
      throw CairnError(
        "input.too_big",
        "The file has \(bytes.count) bytes; a log may have \(Self.sizeLimit).",
        hint: "Split the log by restoring a backup instead."
      )
    }
    self.bytes = bytes
  }

  /// Gives every record and mutation to `body`, in the order of the file.
  ///
  /// Header and end are checked and not given. Throws `input.log_line`, `input.newer_log`,
  /// `input.not_a_log`, `input.cut_short`, and what `body` throws.
  public func each<Failure: Error>(
    _ body: (LogLine) throws(Failure) -> Void
  ) throws {
    var lines = Lines(bytes)
    guard let first = try lines.next(), case .header = first else {
      throw CairnError(
        "input.not_a_log",
        "The file does not begin like a Cairn log.",
        hint: "Choose a file that `cairn export` wrote."
      )
    }
    var counts: (records: Int64, mutations: Int64) = (0, 0)
    while let line = try lines.next() {
      switch line {
      case .record: counts.records += 1
      case .mutation: counts.mutations += 1
      case .end(let records, let mutations) where counts == (records, mutations): return
      default: throw Self.cutShort
      }
      try body(line)
    }
    throw Self.cutShort
  }

  private static var cutShort: CairnError {
    CairnError(
      "input.cut_short",
      "The file ends before all of its records.",
      hint: "Nothing was imported. Export the log again and import the whole file."
    )
  }

  private struct Lines {
    let bytes: [UInt8]
    var offset = 0
    var number = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func next() throws(CairnError) -> LogLine? {
      guard offset < bytes.count else { return nil }
      let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
      defer { offset = end + 1 }
      number += 1
      guard end - offset <= LogFile.lineLimit else {
        throw CairnError(
          "input.too_big",
          "Line \(number) is longer than \(LogFile.lineLimit) bytes.",
          hint: "Nothing was imported."
        )
      }
      return try LogLine(bytes, in: offset..<end, number: number)
    }
  }
}
