public import Cairn

/// Joins a player to a client: each event is written down at once, and sent when it can be.
///
/// Made anew for each start of the app and each sign-in; what it finds in the outbox it ends first.
/// Not made at all for a listener who wants nothing recorded.
public final class PlaybackRecorder: Sendable {
  private let client: ListeningClient
  private let told: AsyncStream<TimedEvent>
  private let events: AsyncStream<TimedEvent>.Continuation

  /// An event with the moment it was told at.
  private struct TimedEvent: Sendable {
    let event: PlaybackEvent
    let reading: ClockReading
  }

  /// Makes a recorder; nothing is written before ``run()``.
  public init(_ client: ListeningClient) {
    self.client = client
    (told, events) = AsyncStream.makeStream()
  }

  /// Tells what the player did, from anywhere and without waiting.
  ///
  /// The clocks are read here, so it does not matter when the event is written; events are taken in
  /// in the order they are told.
  public func tell(_ event: PlaybackEvent) {
    events.yield(TimedEvent(event: event, reading: client.dependencies.clock()))
  }

  /// Ends ``run()`` once what was told before is written.
  public func finish() { events.finish() }

  /// Writes down what is told, until ``finish()``; sends at pauses and ends, not with heartbeats.
  ///
  /// First ends the play a crash cut off. What cannot be written, for want of room for instance, is
  /// tried again with the next event.
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
    for await next in told {
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
      try await client.outbox.keep(tracker.json, unsaved, for: account)
      unsaved = []
    } catch {
      // Kept in memory: the next event writes it, and every number in it has only grown.
    }
  }
}
