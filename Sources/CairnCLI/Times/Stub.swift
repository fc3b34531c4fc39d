import Cairn
enum TimeFormat {
  static func day(_ day: LocalDay) -> String { day.text }
  static func span(_ r: Range<Instant>, in: ZoneRules) -> String {
    "\(r.lowerBound.text)-\(r.upperBound.text)"
  }
}
extension Surroundings {
  func at(_ i: Invocation) throws(CairnError) -> Instant {
    try i.value("at").map { (s) throws(CairnError) in try instant(s) } ?? now
  }
  func instant(_ s: String) throws(CairnError) -> Instant {
    if let i = Instant(text: s) { return i }; throw CairnError("usage.time", "bad \(s)")
  }
  func range(_ s: String) throws(CairnError) -> Range<Instant> {
    let p = s.split(separator: "/"); return try instant(String(p[0]))..<instant(String(p[1]))
  }
  func text(_ i: Instant) -> String { i.text }
}
