import Cairn

/// Times as people type them: understood or refused, never a crash; a range is never backwards.
///
/// Compiled together with `Sources/CairnCLI/Times`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let summer = Instant(milliseconds: 1_774_746_000_000)
  let zone = ZoneRules(
    name: "Europe/Berlin",
    firstOffset: 3_600,
    transitions: [(summer, 7_200), (summer + .hours(5_208), 3_600)]
  )
  let reader = TimeReader(now: summer + .hours(9), zone: zone)
  if let instant = try? reader.instant(text) { _ = reader.format.moment(instant.value) }
  if let range = try? reader.range(text) {
    precondition(range.value.lowerBound < range.value.upperBound, "a range without time")
  }
  _ = try? reader.duration(text)
  _ = try? reader.day(text)
  _ = try? reader.days(text)
  return 0
}
