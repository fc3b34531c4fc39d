import Cairn
import CairnClient

/// Plays a story for so many seconds, and tells of it as a player does.
func play(
  _ story: String,
  for seconds: Int64,
  toItsEnd isComplete: Bool,
  _ clock: PlayerClock,
  _ client: ListeningClient
) async {
  let recorder = PlaybackRecorder(client)
  async let recording: Void = recorder.run()
  // It began so long ago that it ends now.
  clock.skip(.seconds(-seconds))
  recorder.tell(.play(story: story, from: .zero, length: nil))
  for second in 1...max(seconds, 1) {
    clock.skip(.seconds(1))
    if second % 20 == 0 { recorder.tell(.heartbeat) }
    if second == seconds / 2 { recorder.tell(.background) }
  }
  recorder.tell(isComplete ? .complete : .stop)
  recorder.finish()
  await recording
}
