public import Cairn

/// A recorder that writes player events to a client's outbox and triggers flushes.
///
/// Create one per app start and per sign-in; it first ends a play that a crash interrupted.
/// Do not create one for a listener who opted out of recording.
public final class PlaybackRecorder: Sendable {
  private let client: ListeningClient
  private let timedEvents: AsyncStream<TimedEvent>
  private let events: AsyncStream<TimedEvent>.Continuation

  /// An event with the clock reading at its call.
  private struct TimedEvent: Sendable {
    let event: PlaybackEvent
    let reading: ClockReading
  }

  /// Creates a recorder; it writes nothing before ``run()``.
  public init(_ client: ListeningClient) {
    self.client = client
    (timedEvents, events) = AsyncStream.makeStream()
  }

  /// Queues a player event from any thread, without waiting.
  ///
  /// It reads the clocks at once, so a delayed write does not matter. Events are processed in order
  /// of the calls.
  public func handle(_ event: PlaybackEvent) {
    events.yield(TimedEvent(event: event, reading: client.dependencies.clock()))
  }

  /// Ends ``run()`` after all queued events are written.
  public func finish() { events.finish() }

  /// Writes events until ``finish()``; flushes at pauses and ends, not at heartbeats.
  ///
  /// It first ends a play that a crash interrupted. A failed write, on a full disk for instance, is
  /// repeated with the next event.
  public func run() async {
    let (ready, sender) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup { group in
      group.addTask { await self.write(sender) }
      group.addTask { for await _ in ready { await self.client.flush() } }
    }
  }

  private func write(_ sender: AsyncStream<Void>.Continuation) async {
    let account = await client.account
    var tracker = (try? await client.outbox.tracker(of: account)) ?? PlaybackTracker()
    var unsaved = tracker.recover().map { [NewSession($0)] } ?? []
    await save(&unsaved, tracker, account)
    sender.yield()
    for await next in timedEvents {
      let newID = client.dependencies.newID
      let report = tracker.handle(next.event, at: next.reading, newID: newID)
      report.map { unsaved.append(NewSession($0)) }
      await save(&unsaved, tracker, account)
      if report != nil, next.event != .heartbeat { sender.yield() }
    }
    sender.finish()
  }

  private func save(
    _ unsaved: inout [NewSession],
    _ tracker: PlaybackTracker,
    _ account: String
  ) async {
    do {
      try await client.outbox.saveTracker(tracker.json, unsaved, for: account)
      unsaved = []
    } catch {
      // Keep the reports in memory: the next event saves them, with equal or larger numbers.
    }
  }
}
