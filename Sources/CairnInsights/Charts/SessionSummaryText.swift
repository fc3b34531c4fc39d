package import Cairn

/// One-line summaries of sessions for lists.
package enum SessionSummaryText {
  /// `3 climbs, 2 sent`.
  package static func climbed(_ climbs: Int64, sent: Int64) -> String {
    climbs == 0 ? "no climbs" : "\(counted(climbs, "climb")), \(sent) sent"
  }

  /// `to 0:38:30 · finished · 1.25×`, as far as it is known; nil when nothing is.
  ///
  /// The speed is in hundredths; normal speed is omitted.
  package static func listening(to end: Milliseconds?, isCompleted: Bool, speed: Int64?) -> String?
  {
    let parts = [
      end.map { "to \($0.clockText)" }, isCompleted ? "finished" : nil,
      speed.flatMap { $0 == 100 ? nil : self.speed($0) },
    ]
    let known = parts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: " · ")
  }

  /// Returns a playback speed, given in hundredths: `1.25×`.
  package static func speed(_ hundredths: Int64) -> String {
    let rest = hundredths % 100
    let digits = rest % 10 == 0 ? "\(rest / 10)" : padded(rest, 2)
    return "\(hundredths / 100)" + (rest == 0 ? "" : ".\(digits)") + "×"
  }
}
