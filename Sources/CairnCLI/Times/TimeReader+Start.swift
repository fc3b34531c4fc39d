import Cairn

extension TimeReader {
  /// Parses the start of a session that starts now.
  ///
  /// Throws `usage.time` for a time of day more than 12 hours ago, which may be meant as a future one.
  func begin(_ text: String) throws(CairnError) -> Instant {
    let begin = try instant(text)
    let isClock = TimeExpression(text: TypedText.tidy(text))?.clock != nil
    guard isClock, now - begin.value > .hours(12) else { return begin.value }
    throw CairnError(
      "usage.time",
      "\(text) was \((now - begin.value).hoursAndMinutes) ago, on \(begin.echo).",
      hint: "Write the day as well if that is right: --at \"\(begin.echo)\"."
    )
  }
}
