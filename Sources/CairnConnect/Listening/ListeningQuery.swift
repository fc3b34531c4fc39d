import Cairn
import CairnHTML
import CairnHTTP
import CairnStore

/// The query of a listening app's request; an empty value counts as missing.
struct ListeningQuery: Sendable {
  private let values: FormValues

  init(_ context: any AuthenticatedRequest) { values = context.target.query }

  /// Returns the value of a parameter, or nil.
  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The name of a time zone, or nil.
  ///
  /// Zone names contain no space, so a space is a decoded plus.
  var zone: String? {
    self["timezone"].map { $0.hasPrefix("Etc/GMT ") ? $0.replacing(" ", with: "+") : $0 }
  }

  /// Returns whether the parameter is present, even if empty.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns the page of a list; no number means the default, a number out of range is clamped.
  func page(standard: Int = 50) -> (limit: Int, offset: Int) {
    let limit = number("limit").flatMap { $0 == 0 ? nil : $0 } ?? Int64(standard)
    return (Int(min(max(limit, 1), 100)), Int(min(max(number("offset") ?? 0, 0), 1 << 53)))
  }

  /// Returns the leading whole number of a value, as JavaScript's `parseInt` does.
  private func number(_ name: String) -> Int64? {
    let text = values[name] ?? ""
    var rest = text.unicodeScalars.drop { $0.properties.isWhitespace }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return nil }
    let number = Int64(Substring(digits)) ?? .max
    return isNegative ? -number : number
  }

  /// Returns an instant, or the first or last one of a day in a zone; throws a ``DialectError``.
  func edge(_ name: String, isLast: Bool, in zone: ZoneRules) throws -> Instant? {
    guard let text = self[name] else { return nil }
    if let day = LocalDay(text: text), day.isRecordable {
      let next = isLast ? day + 1 : day
      let edge = zone.instant(wallClock: Int64(next.number) * 86_400_000)
      return isLast ? Instant(milliseconds: edge.milliseconds - 1) : edge
    }
    guard let instant = Instant(listening: text) else {
      throw DialectError.invalid("Invalid \(name): must be ISO8601 format")
    }
    // Apps get whole seconds, so the end includes the whole last second.
    return isLast && instant.milliseconds % 1_000 == 0 ? instant + Milliseconds(999) : instant
  }
}

extension LocalDay {
  /// Whether the day is in the supported range; arithmetic with other days could overflow.
  fileprivate var isRecordable: Bool { (1_000...9_999).contains(year) }
}

extension AuthenticatedRequest {
  /// Returns the zone in the query; nil without one, and days are then those of each session.
  ///
  /// Throws a ``DialectError`` for an unknown name.
  func namedZone() throws -> ZoneRules? {
    guard let name = ListeningQuery(self).zone else { return nil }
    guard let rules = rules(of: name) else {
      throw DialectError.invalid(
        "Invalid timezone: \(name). Must be a valid IANA timezone identifier "
          + "(e.g., \"America/New_York\", \"Europe/Paris\", \"UTC\")"
      )
    }
    return rules
  }

  /// Returns the rules of a zone, ignoring the case of its name; rejects offsets.
  private func rules(of name: String) -> ZoneRules? {
    let isName =
      name.utf8.count <= 50 && !name.contains(" ") && !name.hasPrefix("GMT+")
      && !name.hasPrefix("GMT-") && !name.hasPrefix("+") && !name.hasPrefix("-")
    guard isName else { return nil }
    if name.uppercased() == "UTC" { return .utc }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let written = parts.map { part in
      part.split(separator: "_", omittingEmptySubsequences: false)
        .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "_")
    }.joined(separator: "/")
    let find = log.context.environment.zone
    return find(name) ?? find(name.uppercased()) ?? find(written)
  }
}
