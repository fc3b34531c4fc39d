import Cairn
import CairnStore

extension Milliseconds {
  /// A place in audio, or its length: `1:02:03`.
  var audioText: String {
    let seconds = count / 1_000
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(seconds / 3_600):\(parts.joined(separator: ":"))"
  }
}

extension ListeningSubject {
  /// `completed`, or `partial`.
  var outcome: String { isCompleted ? "completed" : "partial" }

  /// `from 1:02:03 to 1:40:00 of 9:30:00`, as far as it is known; nil when neither end is.
  var places: String? {
    let ends = [
      startPosition.map { "from \($0.audioText)" }, endPosition.map { "to \($0.audioText)" },
    ].compactMap(\.self)
    guard !ends.isEmpty else { return nil }
    return ends.joined(separator: " ") + (duration.map { " of \($0.audioText)" } ?? "")
  }

  /// `at 1.25 times`; nil at normal speed, and where it is not known.
  var pace: String? {
    speed.flatMap { $0 == 100 ? nil : "at \($0.hundredthsText) times the speed" }
  }

  /// What a session that ended was: `completed, to 9:30:00 of 9:30:00`.
  var words: String { [outcome, places, pace].compactMap(\.self).joined(separator: ", ") }

  /// What a session that is open began with: `, from 1:02:03 of 9:30:00`, or nothing.
  var begun: String { [places, pace].compactMap(\.self).map { ", \($0)" }.joined() }
}
