import Cairn
import CairnClient

/// Simulates a player that plays a story for a number of seconds.
func play(
  _ story: String,
  for seconds: Int64,
  toItsEnd isComplete: Bool,
  _ clock: PlayerClock,
  _ client: ListeningClient
) async {
  let recorder = PlaybackRecorder(client)
  async let recording: Void = recorder.run()
  // Set the start back, so that playback ends now.
  clock.skip(.seconds(-seconds))
  recorder.handle(.play(story: story, from: .zero, length: nil))
  for second in 1...max(seconds, 1) {
    clock.skip(.seconds(1))
    if second % 20 == 0 { recorder.handle(.heartbeat) }
    if second == seconds / 2 { recorder.handle(.background) }
  }
  recorder.handle(isComplete ? .complete : .stop)
  recorder.finish()
  await recording
}
