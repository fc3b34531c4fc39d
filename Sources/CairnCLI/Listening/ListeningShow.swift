import Cairn
import CairnReports
import CairnStore

extension Milliseconds {
  /// A position in audio or a length as `1:02:03`.
  var audioText: String {
    let seconds = count / 1_000
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(seconds / 3_600):\(parts.joined(separator: ":"))"
  }
}

extension ListeningSubject {
  /// `finished`, or `unfinished`.
  var outcome: String { isCompleted ? "finished" : "unfinished" }

  /// `from 1:02:03 to 1:40:00 of 9:30:00`, as far as known; nil when both positions are unknown.
  var places: String? {
    let ends = [
      startPosition.map { "from \($0.audioText)" }, endPosition.map { "to \($0.audioText)" },
    ].compactMap(\.self)
    guard !ends.isEmpty else { return nil }
    return ends.joined(separator: " ") + (duration.map { " of \($0.audioText)" } ?? "")
  }

  /// `at 1.25 times the speed`; nil at normal or unknown speed.
  var pace: String? {
    speed.flatMap { $0 == 100 ? nil : "at \($0.hundredthsText) times the speed" }
  }

  /// Summary of an ended session: `finished, to 9:30:00 of 9:30:00`.
  var text: String { [outcome, places, pace].compactMap(\.self).joined(separator: ", ") }

  /// Start of an open session: `, from 1:02:03 of 9:30:00`, or empty.
  var begun: String { [places, pace].compactMap(\.self).map { ", \($0)" }.joined() }
}
