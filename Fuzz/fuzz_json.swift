import Cairn

/// What is taken is written and taken again as the same value; skipping agrees with parsing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(JSONError) {
    let json = try JSON(parsing: bytes)
    precondition(skips(bytes), "parsed, but not skipped")
    let again = try? JSON(parsing: Array(json.text.utf8))
    precondition(again == json, "changed by writing")
    let canonical = try? JSON(parsing: Array(json.canonicalText.utf8))
    precondition(canonical?.canonicalText == json.canonicalText, "not canonical")
  } catch {
    precondition((0...count).contains(error.offset), "an offset outside the text")
    precondition(!skips(bytes) || error.reason == .repeatedKey, "skipped, but not parsed")
  }
  return 0
}

private func skips(_ bytes: [UInt8]) -> Bool {
  var reader = JSONReader(bytes)
  do throws(JSONError) {
    try reader.skipValue()
    try reader.finish()
    return true
  } catch {
    return false
  }
}
