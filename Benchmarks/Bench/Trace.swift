import CairnSQL
import Foundation

/// A trace of all statements in order, with their values, for replay by a C program.
///
/// `C/trace.h` reads it. Numbers are little-endian; a text is a 32-bit length followed by its bytes.
final class Trace: @unchecked Sendable {  // used by one transaction at a time
  enum Step: UInt8 {
    case begin = 1, beginImmediate, commit, text, run, open, row, close, lapStart, lapEnd
  }

  private var bytes: [UInt8] = Array("CAIRNTR1".utf8)
  private var numbers: [String: UInt32] = [:]

  func add(_ step: Step) {
    bytes.append(step.rawValue)
  }

  /// Adds a statement with its values; its first use also adds the text.
  func add(_ step: Step, _ sql: SQL) {
    let number = number(of: sql.text(for: .sqlite))
    add(step)
    add(number)
    add(UInt32(sql.bindings.count))
    sql.bindings.forEach(add)
  }

  func write(to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func number(of text: String) -> UInt32 {
    if let known = numbers[text] { return known }
    let number = UInt32(numbers.count)
    numbers[text] = number
    add(.text)
    add(text.utf8)
    return number
  }

  private func add(_ value: SQLValue) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let integer):
      bytes.append(1)
      add(integer)
    case .text(let text):
      bytes.append(2)
      add(text.utf8)
    case .blob(let blob):
      bytes.append(3)
      add(blob)
    case .uuid(let high, let low):
      bytes.append(3)
      add(16 as UInt32)
      add(high.bigEndian)
      add(low.bigEndian)
    }
  }

  private func add(_ content: some Collection<UInt8>) {
    add(UInt32(content.count))
    bytes += content
  }

  private func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
