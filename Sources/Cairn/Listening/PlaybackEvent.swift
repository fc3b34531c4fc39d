/// A player event for a ``PlaybackTracker``, taken from the state of the player.
///
/// A pause is a pause regardless of its cause: a button, the lock screen, a call, unplugged
/// headphones, or a stream that waits for data (spec/listening.md T5, T11).
public enum PlaybackEvent: Sendable, Hashable {
  /// A story was selected and is not audible yet; ends the playback of any other story.
  case load(story: String)
  /// A story is audible from now on, from a position; `length` is that of the whole story, if known.
  ///
  /// Send it with the first audible frame, not when a button is pressed. Continues the playback of the
  /// same story, and ends that of any other.
  case play(story: String, from: Milliseconds, length: Milliseconds?)
  /// Nothing is audible for now.
  case pause
  /// The story is audible again.
  case resume
  /// The listener jumped to another position in the story, or the player reports its position.
  case seek(to: Milliseconds)
  /// The playback rate changed: 100 is normal speed, 150 one and a half times that.
  case rate(hundredths: Int64)
  /// The app moves to the background; playback may continue.
  case background
  /// Some time has passed, 15 to 30 seconds during playback: the most that a crash can lose.
  case heartbeat
  /// The listener stopped playback.
  case stop
  /// The story played to its end.
  case complete
}
