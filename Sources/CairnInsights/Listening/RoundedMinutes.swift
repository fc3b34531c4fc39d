/// Whole minutes, half a minute rounded up: 29 s are 0, 30 s are 1, 90 s are 2.
///
/// Seconds must not be negative (spec/listening.md 2.4).
public func roundedMinutes(_ seconds: Int64) -> Int64 {
  seconds / 60 + (seconds % 60 >= 30 ? 1 : 0)
}

/// A number in hundredths as `toFixed(2)` of JavaScript rounds it: the exact value of the binary
/// number, a tie upward (spec/listening.md 2.5).
///
/// 8.325 is stored as a little less and gives 832; 1.125 is stored exactly and gives 113. Takes 0 to
/// 10¹³; anything else gives nil.
public func fixedHundredths(_ value: Double) -> Int64? {
  guard value >= 0, value <= 1e13 else { return nil }
  guard value.isNormal else { return 0 }
  // value = significand · 2^power with a whole significand below 2^53, so that a hundred of them fit.
  let whole = UInt64(value.significandBitPattern) | 1 << 52
  let power = Int(value.exponent) - 52
  let hundred = whole * 100
  if power >= 0 { return Int64(hundred << UInt64(power)) }
  guard power > -64 else { return 0 }
  let shift = UInt64(-power)
  let (down, rest) = (hundred >> shift, hundred & ((1 << shift) - 1))
  return Int64(down + (rest >= 1 << (shift - 1) ? 1 : 0))
}
