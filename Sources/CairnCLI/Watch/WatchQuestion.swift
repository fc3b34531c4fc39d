import Cairn
import CairnReports

/// What `cairn watch` asks for before it runs a command.
enum WatchQuestion: Sendable, Equatable {
  /// The position at which an open session stops.
  case position(SessionRow)
  /// The note of an open session.
  case note(SessionRow)
  /// What to start.
  case subject

  /// The text before the answer.
  var prompt: String {
    switch self {
    case .position(let row) where row.kind == Listening.kind:
      "Position, such as 1:40:00, or Enter: "
    case .position: "Page or percent, or Enter: "
    case .note: "Note: "
    case .subject: "Start (a title, read TITLE, listen TITLE or climb): "
    }
  }

  /// Returns the command line for an answer; nil if there is nothing to do.
  func words(_ answer: String) -> [String]? {
    let answer = trimmed(answer)
    switch self {
    case .position(let row): return WatchCommands.stop(row) + position(answer, of: row)
    case .note(let row):
      return answer.isEmpty ? nil : ["edit", row.shortID.text, "--note=\(answer)"]
    case .subject: return answer.isEmpty ? nil : subject(answer)
    }
  }

  private func position(_ answer: String, of row: SessionRow) -> [String] {
    if answer.isEmpty { return [] }
    if row.kind == Listening.kind { return ["--position=\(answer)"] }
    return answer.hasSuffix("%")
      ? ["--percent=\(trimmed(String(answer.dropLast())))"] : ["--page=\(answer)"]
  }

  private func subject(_ answer: String) -> [String] {
    let parts = answer.split(separator: " ", maxSplits: 1).map(String.init)
    guard ["read", "listen", "climb"].contains(parts[0]) else { return ["start", "--", answer] }
    return ["start", parts[0]] + (parts.count > 1 ? ["--", parts[1]] : [])
  }
}

/// The command lines behind the keys of `cairn watch`.
enum WatchCommands {
  /// Pauses a running session, and resumes a paused one.
  static func toggle(_ row: SessionRow) -> [String] {
    [TimerState(row.timeline).name == "paused" ? "resume" : "pause", "--kind=\(row.kind.name)"]
  }

  /// Stops a session, and keeps it even if it is short, because it was stopped on purpose and can be undone.
  static func stop(_ row: SessionRow) -> [String] {
    ["stop", "--kind=\(row.kind.name)", "--allow-short"]
  }
}
