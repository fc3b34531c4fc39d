public import Cairn

extension LogLine {
  /// Parses one line.
  ///
  /// Throws `input.log_line` with the line number and the reason, also for a number in a form that
  /// no version writes, and `input.newer_log` for the format of a later version. Unknown keys are
  /// ignored.
  public init(_ bytes: [UInt8], in range: Range<Int>, number: Int) throws(CairnError) {
    var parts = Parts()
    do {
      var reader = JSONReader(bytes, in: range)
      try reader.object { (key, reader) throws(JSONError) in try parts.read(key, &reader) }
      try reader.finish()
    } catch {
      let value = error.reason == .integer ? Self.word(bytes, at: error.offset) : ""
      throw Self.invalid(number, error.reason.text + value)
    }
    guard let line = parts.line() else {
      throw Self.invalid(
        number,
        "it is not a header, record, mutation or end, or a part is missing"
      )
    }
    if case .record(let record) = line, let violation = record.violation {
      throw Self.invalid(number, violation)
    }
    if case .header(let version) = line, version > LogLine.version {
      throw CairnError(
        "input.newer_log",
        "The file has format \(version), but this version reads up to \(LogLine.version).",
        hint: "Update Cairn and import again."
      )
    }
    self = line
  }

  /// Returns `, not “1e5”` for the text found in place of an integer.
  private static func word(_ bytes: [UInt8], at offset: Int) -> String {
    let word = bytes.dropFirst(offset).prefix(40).prefix { !",]} ".utf8.contains($0) }
    return ", not “\(String(decoding: word, as: UTF8.self))”"
  }

  /// Returns `input.log_line` with the number of the line and the reason.
  static func invalid(_ number: Int, _ reason: String) -> CairnError {
    CairnError(
      "input.log_line",
      "Line \(number) is not a line of a Cairn log: \(reason).",
      hint: "Export the log again, or fix that line. Nothing was imported."
    )
  }
}

/// The values of a line parsed so far.
private struct Parts {
  private var shared = RecordParts()
  private var numbers: [String: Int64] = [:]

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "cairn", "end", "records", "mutations": numbers[key] = try reader.integer()
    default: if try !shared.read(key, &reader) { try reader.skipValue() }
    }
  }

  func line() -> LogLine? {
    if let version = numbers["cairn"] { return .header(version: version) }
    if numbers["end"] != nil {
      guard let records = numbers["records"], let mutations = numbers["mutations"] else {
        return nil
      }
      return .end(records: records, mutations: mutations)
    }
    return shared.isRecord
      ? shared.record().map(LogLine.record) : shared.mutation().map(LogLine.mutation)
  }
}
