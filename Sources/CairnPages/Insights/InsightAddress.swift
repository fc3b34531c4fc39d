import Cairn
import CairnHTML
import CairnInsights
import CairnReports

extension InsightPeriod {
  /// Returns the address of the Insights page of the period, of one activity or of all.
  func path(_ kind: SessionKind?) -> String {
    var query: [String] = []
    if cadence != .monthly || !isCurrent { query.append("period=\(name)") }
    if cadence != nil, !isCurrent { query.append("at=\(key)") }
    if let kind { query.append("activity=\(PercentCoding.encoded(kind.name))") }
    return query.isEmpty ? "/insights" : "/insights?" + query.joined(separator: "&")
  }

  /// Returns where the mark of the period on a chart leads: a day to its sessions, anything else to its own charts.
  func drillDownPath(_ kind: SessionKind?) -> String {
    cadence == .daily ? "/history?day=\(days.lowerBound.text)" : path(kind)
  }

  /// `2026-11-23`, `2026-11` or `2026`, as an address names the period.
  private var key: String {
    let first = days.lowerBound.text
    switch cadence {
    case .yearly: return String(first.prefix(4))
    case .monthly: return String(first.prefix(7))
    default: return first
    }
  }
}

extension InsightPeriod {
  /// `November 2026`, `2026`, `23–29 Nov 2026`, or `All time`.
  var title: String {
    let (first, last) = (days.lowerBound, days.upperBound)
    switch cadence {
    case nil: return "All time"
    case .weekly:
      let isOneMonth = first.civil.month == last.civil.month
      let start = isOneMonth ? "\(first.civil.day)" : CalendarText.short(first)
      return "\(start)–\(CalendarText.short(last)) \(last.year)"
    case .some(let cadence): return CalendarText.period(days, cadence)
    }
  }

  /// The title on a phone: `Nov 2026`, `23–29 Nov`.
  var shortTitle: String {
    let first = days.lowerBound
    switch cadence {
    case .weekly: return String(title.dropLast(5))
    case .monthly: return "\(CalendarText.month(first)) \(first.year)"
    default: return title
    }
  }

  /// `this month`, `in October 2026`, or `since 5 Jan 2020`.
  var adverb: String {
    guard let cadence else {
      return "since \(CalendarText.short(days.lowerBound)) \(days.lowerBound.year)"
    }
    return isCurrent
      ? "this \(cadence.noun)" : "in \(cadence == .weekly ? "the week " : "")\(title)"
  }

  /// How the period before this one is called in a comparison: `October`, `2025`, `the week before`.
  var nameOfBefore: String {
    guard let before else { return "" }
    switch cadence {
    case .weekly: return isCurrent ? "last week" : "the week before"
    case .monthly where before.days.lowerBound.year == days.lowerBound.year:
      return CalendarText.months[Int(before.days.lowerBound.civil.month) - 1]
    default: return before.title
    }
  }
}
