/// Returns whole minutes, half a minute rounded up: 29 s are 0, 30 s are 1, 90 s are 2.
///
/// Seconds must not be negative (spec/listening.md 2.4).
public func roundedMinutes(_ seconds: Int64) -> Int64 {
  seconds / 60 + (seconds % 60 >= 30 ? 1 : 0)
}

/// Returns hundredths as JavaScript's `toFixed(2)` rounds them (spec/listening.md 2.5).
///
/// It rounds the exact binary value, ties upwards: 8.325 is stored as slightly less and gives 832;
/// 1.125 is exact and gives 113. Returns nil outside 0...10¹³.
public func fixedHundredths(_ value: Double) -> Int64? {
  guard value >= 0, value <= 1e13 else { return nil }
  guard value.isNormal else { return 0 }
  // value = significand · 2^power; the significand is below 2^53, so 100 times it fits in 64 bits.
  let whole = UInt64(value.significandBitPattern) | 1 << 52
  let power = Int(value.exponent) - 52
  let hundred = whole * 100
  if power >= 0 { return Int64(hundred << UInt64(power)) }
  guard power > -64 else { return 0 }
  let shift = UInt64(-power)
  let (down, rest) = (hundred >> shift, hundred & ((1 << shift) - 1))
  return Int64(down + (rest >= 1 << (shift - 1) ? 1 : 0))
}
