package import Cairn
import CairnInsights

extension ClimbingRoute {
  /// Returns `7 attempts on 3 days since 2 May, sent on attempt 4, 9 May, 2 repeats`; nil for a route tried on a
  /// single day, because its card shows all of that.
  package func summary(_ text: (LocalDay) -> String) -> String? {
    guard let first = days.first, days.count > 1 else { return nil }
    let tries = "\(counted(attempts.count, "attempt")) on \(counted(days.count, "day"))"
    let again = repeats > 0 ? ", \(counted(repeats, "repeat"))" : ""
    return "\(tries) since \(text(first.day)), \(sending(text))\(again)"
  }

  private func sending(_ text: (LocalDay) -> String) -> String {
    guard let sentOn else { return "not sent yet" }
    guard let attemptsToSend else { return "sent \(text(sentOn))" }
    return "sent on attempt \(attemptsToSend), \(text(sentOn))"
  }
}
