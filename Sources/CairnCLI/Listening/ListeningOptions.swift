import Cairn
import CairnActions

extension ListeningEdit {
  /// Reads the options of ``Option/listening``; an option that was not typed changes nothing.
  ///
  /// Throws `usage.value`.
  init(_ invocation: Invocation) throws(CairnError) {
    self.init()
    start = try invocation.audio("from")
    position = invocation.takes("position") ? try invocation.audio("position") : nil
    speed = try invocation.speed()
    isCompleted = invocation.isOn("completed") ? true : invocation.isOn("partial") ? false : nil
    guard !(invocation.isOn("completed") && invocation.isOn("partial")) else { throw Self.both }
  }

  private static let both = CairnError(
    "usage.value",
    "--completed and --partial cannot be used together.",
    hint: "Remove one of them."
  )
}

extension [Option] {
  /// Options that apply to a listening session at any time.
  static var listening: [Option] {
    [
      .audioStart,
      .value("position", "POSITION", "Your current position in the audio: 1:40:00; or none."),
      .speed, .flag("completed", "You finished the story."),
      .flag("partial", "You did not finish the story (default)."),
    ]
  }
}

extension Option {
  static var audioStart: Option {
    .value("from", "POSITION", "The start position in the audio: 1:02:03; or none.")
  }

  static var speed: Option {
    .value("speed", "TIMES", "The playback speed: 1.25; or none.")
  }
}

extension Invocation {
  /// Parses an audio position or length; the inner nil is `none`.
  ///
  /// Throws `usage.value`.
  func audio(_ name: String) throws(CairnError) -> Milliseconds?? {
    guard let word = value(name) else { return nil }
    if word == "none" { return .some(nil) }
    if word == "0" { return .some(.zero) }
    guard let length = Milliseconds(durationText: word) else {
      throw CairnError(
        "usage.value",
        "--\(name) takes hours, minutes and seconds of audio, or none, not '\(word)'.",
        hint: "Write --\(name) 1:02:03, 1h30 or 45m; 1:30 is an hour and a half."
      )
    }
    return .some(length)
  }

  /// Parses the playback speed, in hundredths; the inner nil is `none`.
  fileprivate func speed() throws(CairnError) -> Int64?? {
    guard let word = value("speed") else { return nil }
    if word == "none" { return .some(nil) }
    let typed = word.hasSuffix("x") || word.hasSuffix("×") ? String(word.dropLast()) : word
    let parts = typed.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] + String(repeating: "0", count: 2) : "00"
    let decimals = parts.count == 2 ? parts[1].count : 1
    guard parts.count <= 2, (1...2).contains(decimals), let whole = Int64(digits: parts[0]),
      let rest = Int64(digits: fraction.prefix(2))
    else {
      throw CairnError(
        "usage.value",
        "--speed takes a number with two decimals at most, or none, not '\(word)'.",
        hint: "Write --speed 1.25."
      )
    }
    return .some(whole * 100 + rest)
  }
}
