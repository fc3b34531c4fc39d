/// What a player did, told to a ``PlaybackTracker`` from the player's own state.
///
/// A pause is a pause whoever caused it: a button, the lock screen, a call, headphones that were
/// pulled out, a stream that waits for data (spec/listening.md T5, T11).
public enum PlaybackEvent: Sendable, Hashable {
  /// A story was chosen; nothing is heard yet. Ends the play of any story before it.
  case load(story: String)
  /// A story is heard from now on, from a place in it; `length` is that of the whole, if known.
  ///
  /// To be told with the first audible frame, not with the press of a button. Goes on with the
  /// play of the same story, and ends that of any other.
  case play(story: String, from: Milliseconds, length: Milliseconds?)
  /// Nothing is heard any more, for now.
  case pause
  /// The story is heard again.
  case resume
  /// The listener jumped to another place in the story, or the player says where it is.
  case seek(to: Milliseconds)
  /// The story is heard faster or slower: 100 is its own pace, 150 one and a half times that.
  case rate(hundredths: Int64)
  /// The app goes into the background; the story may go on.
  case background
  /// Some time has passed, 15 to 30 seconds while a story is heard: what is lost by a crash.
  case heartbeat
  /// The listener ended the play.
  case stop
  /// The story came to its end by itself.
  case complete
}
