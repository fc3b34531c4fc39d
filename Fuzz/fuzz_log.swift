import Cairn
import CairnExchange

/// Every line that is read, in blocks as they come, is written and read again as the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLog(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var reader = LogReader()
  do {
    try reader.parse(Array(bytes.prefix(count / 2)), check)
    try reader.parse(Array(bytes.dropFirst(count / 2)), check)
    try reader.finish(check)
  } catch {}
  return 0
}

private func check(_ line: LogLine, _ number: Int) {
  let once = text(line)
  guard let again = try? LogLine(once, in: 0..<once.count, number: number) else {
    preconditionFailure("refuses its own line")
  }
  precondition(text(again) == once, "the line changed")
}

private func text(_ line: LogLine) -> [UInt8] {
  var writer = JSONWriter()
  line.write(to: &writer)
  return writer.bytes
}
