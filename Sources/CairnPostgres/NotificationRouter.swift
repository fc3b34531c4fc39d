import CairnSQL

/// The router of notifications between the processes that serve one database: changed logs, and the topics of
/// ``PostgresServer/notify(_:_:)``.
///
/// A message is `log <account> <tables>`, or a topic and a text.
final class NotificationRouter: @unchecked Sendable {  // mutable state: under `lock`
  private let lock = Lock()
  private var hubs: [String: WeakHub] = [:]
  /// The number of hubs at which unused ones are removed.
  private var sweepThreshold = 1_000
  private var listeners: [String: @Sendable (String) -> Void] = [:]

  private struct WeakHub {
    weak var hub: ChangeHub?
  }

  /// Returns the change hub of an account, shared by all readers of its log.
  func hub(of account: String) -> ChangeHub {
    lock.withLock {
      if let hub = hubs[account]?.hub { return hub }
      let new = ChangeHub()
      if hubs.count >= sweepThreshold { sweep() }
      hubs[account] = WeakHub(hub: new)
      return new
    }
  }

  /// Removes unused hubs.
  ///
  /// The threshold doubles with the number in use, so opening a log stays cheap.
  private func sweep() {
    hubs = hubs.filter { $0.value.hub != nil }
    sweepThreshold = max(1_000, 2 * hubs.count)
  }

  /// The number of accounts with a hub.
  var count: Int { lock.withLock { hubs.count } }

  /// Sets the handler of a topic.
  func receive(_ topic: String, by receive: @escaping @Sendable (String) -> Void) {
    lock.withLock { listeners[topic] = receive }
  }

  /// Dispatches a message of another process.
  func receive(_ line: Substring) {
    if line == NotificationConnection.messagesLost { return notifyAll() }
    let words = line.split(separator: " ")
    guard let topic = words.first, words.count > 1 else { return }
    guard topic == "log" else {
      let listener = lock.withLock { listeners[String(topic)] }
      listener?(words.dropFirst().joined(separator: " "))
      return
    }
    let hub = lock.withLock { hubs[String(words[1])]?.hub }
    hub?.publish(Set(words.dropFirst(2).map(String.init)))
  }

  /// Reports a change in every log, after messages may have been lost.
  private func notifyAll() {
    for hub in lock.withLock({ hubs.values.compactMap(\.hub) }) { hub.publish(["record"]) }
  }
}
