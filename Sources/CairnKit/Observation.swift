import Cairn
import CairnStore

/// Something of a log that an app can observe.
public struct Observed<Value: Sendable & Equatable>: Sendable {
  let read: @Sendable (Cairn) async throws(Cairn.Failure) -> Value

  /// Observes what a closure reads from the log.
  public init(_ read: @escaping @Sendable (Cairn) async throws(Cairn.Failure) -> Value) {
    self.read = read
  }
}

extension Observed<Cairn.Today> {
  /// The day so far.
  public static var today: Self {
    Self { (cairn) throws(Cairn.Failure) in try await cairn.insights.today() }
  }
}

extension Observed<Cairn.Session?> {
  /// The open session of an activity.
  public static func open(_ activity: Cairn.Activity) -> Self {
    Self { (cairn) throws(Cairn.Failure) in try await cairn.sessions.open(activity) }
  }
}

extension Observed<Cairn.Streak> {
  /// The streak.
  public static var streak: Self {
    Self { (cairn) throws(Cairn.Failure) in try await cairn.insights.streak() }
  }
}

extension Observed<[Cairn.Session]> {
  /// The latest sessions, newest first.
  public static func sessions(limit: Int = 50) -> Self {
    Self { (cairn) throws(Cairn.Failure) in try await cairn.sessions.list(limit: limit) }
  }
}

extension Observed<[Cairn.Book]> {
  /// The books on the shelf.
  public static var books: Self {
    Self { (cairn) throws(Cairn.Failure) in try await cairn.reading.books() }
  }
}

extension Cairn {
  /// Returns the current value, and each new one after a change by this app or by another process.
  ///
  /// Changes of this app arrive at once. Those of a widget or a share extension, and the next day, are
  /// noticed within `interval`, by one read of three index entries. The sequence ends with the task that
  /// iterates, or throws a ``Failure``.
  public func observe<Value>(
    _ observed: Observed<Value>,
    every interval: Duration = .seconds(1)
  ) -> AsyncThrowingStream<Value, any Error> {
    let (stream, values) = AsyncThrowingStream<Value, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let task = Task {
      do {
        try await send(observed, every: interval, to: values)
        values.finish()
      } catch {
        values.finish(throwing: error)
      }
    }
    values.onTermination = { _ in task.cancel() }
    return stream
  }

  private func send<Value>(
    _ observed: Observed<Value>,
    every interval: Duration,
    to values: AsyncThrowingStream<Value, any Error>.Continuation
  ) async throws {
    var (lastState, last): (String?, Value?) = (nil, nil)
    for await _ in wakeUps(every: interval) {
      let state = try await state()
      guard state != lastState else { continue }
      let value = try await observed.read(self)
      if value != last { values.yield(value) }
      (lastState, last) = (state, value)
    }
  }

  /// A text that differs after every change of the log, and on every day.
  private func state() async throws(Failure) -> String {
    try await read { log in
      let day = zone.day(at: now().instant, dayStartHour: try await log.dayStartHour())
      return "\(try await log.versionToken().text) \(day.number)"
    }
  }

  /// Emits at once, after each change of this process, and at intervals.
  private func wakeUps(every interval: Duration) -> AsyncStream<Void> {
    let (stream, wakeUps) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let changes = log.changes()
    wakeUps.yield()
    let tasks = [
      Task { for await _ in changes { wakeUps.yield() } },
      Task { while (try? await Task.sleep(for: interval)) != nil { wakeUps.yield() } },
    ]
    wakeUps.onTermination = { _ in for task in tasks { task.cancel() } }
    return stream
  }
}
