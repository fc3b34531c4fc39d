/// A press of a button of the timer, stored as a field of its own, so that none replaces another.
///
/// The field is named `event.` and the ID of the mutation that recorded it. The name does not contain
/// the time of the press; the value does.
package struct TimerEvent: Sendable, Hashable {
  /// What the event does to the timer.
  package enum Action: String, Sendable {
    /// Starts or resumes the timer.
    case start
    /// Pauses it.
    case pause
    /// Ends a running session.
    case stop
    /// Ends a paused session where its pause began.
    case stopPaused = "stop_paused"
    /// A start that no longer has a time of its own, because the explicit times state it.
    case claim
  }

  /// The prefix of the names of fields with events.
  package static let prefix = "event."

  /// What it does.
  package var action: Action
  /// When the button was pressed; never changes.
  package let pressed: Instant
  /// From when the event counts, which an edit of a running session may change.
  package var at: Instant

  /// Creates an event; it counts from when the button was pressed unless `at` is given.
  package init(_ action: Action, pressed: Instant, at: Instant? = nil) {
    self.action = action
    self.pressed = pressed
    self.at = at ?? pressed
  }

  /// Whether the event started or resumed the timer.
  package var isClaim: Bool { action == .start || action == .claim }

  /// The stored form: `start 1764500000000`, with the second time if it differs from the first.
  package var text: String {
    var text = Array(action.rawValue.utf8)
    text.append(UInt8(ascii: " "))
    text.append(decimal: pressed.milliseconds)
    if at != pressed {
      text.append(UInt8(ascii: " "))
      text.append(decimal: at.milliseconds)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses the stored form; nil for anything else.
  package init?(text: String) {
    var text = text
    guard let event = text.withUTF8({ Self.read($0) }) else { return nil }
    self = event
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> TimerEvent? {
    var reader = ByteReader(bytes)
    guard let action = action(&reader), reader.take(" "), let pressed = reader.number() else {
      return nil
    }
    let at = reader.take(" ") ? reader.number() : pressed
    guard let at, reader.isAtEnd else { return nil }
    return TimerEvent(
      action,
      pressed: Instant(milliseconds: pressed),
      at: Instant(milliseconds: at)
    )
  }

  private static func action(_ reader: inout ByteReader) -> Action? {
    if reader.take("start") { return .start }
    if reader.take("pause") { return .pause }
    if reader.take("claim") { return .claim }
    guard reader.take("stop") else { return nil }
    return reader.take("_paused") ? .stopPaused : .stop
  }
}
