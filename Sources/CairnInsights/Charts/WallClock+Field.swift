package import Cairn

extension WallClock {
  /// Returns `2026-01-05T20:40`, the value of a `datetime-local` input (HTML, 2.3.5).
  package func field(_ instant: Instant) -> String {
    String(Instant(milliseconds: zone.wallClock(at: instant)).text.prefix(16))
  }

  /// Parses the value of a `datetime-local` input; throws `request.field` if it is invalid or in a
  /// gap of the local clock.
  package func instant(_ field: String, name: String) throws(CairnError) -> Instant {
    let text = field + (field.utf8.count == 16 ? ":00Z" : "Z")
    guard let local = Instant(text: text) else {
      throw CairnError(
        "request.field",
        "“\(name)” takes a date and a time such as 2026-01-05T20:40.",
        hint: "Give both."
      )
    }
    if let skipped = SkippedTime(local.milliseconds, in: zone) {
      throw skipped.refusal("request.field", style)
    }
    return zone.instant(wallClock: local.milliseconds)
  }
}
