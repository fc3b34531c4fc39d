import Cairn
import CairnExchange

/// Every line that is read is written and read again as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? LogFile(bytes) else { return 0 }
  try? file.each { line in
    let once = text(line)
    guard let again = try? LogLine(once, in: 0..<once.count, number: 1) else {
      preconditionFailure("refuses its own line")
    }
    precondition(text(again) == once, "the line changed")
  }
  return 0
}

private func text(_ line: LogLine) -> [UInt8] {
  var writer = JSONWriter()
  line.write(to: &writer)
  return writer.bytes
}
