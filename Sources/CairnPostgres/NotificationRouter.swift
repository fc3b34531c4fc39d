import CairnSQL

/// What the processes that serve one database let each other know: which log has changed, and whatever
/// else is given to ``PostgresServer/tell(_:_:)``.
///
/// Lines on the wire: `log <account> <tables>`, or a topic and a text.
final class NotificationRouter: @unchecked Sendable {  // both are guarded by `lock`
  private let lock = Lock()
  private var hubs: [String: Kept] = [:]
  /// How many there may be before those that nobody has any more are let go of.
  private var most = 1_000
  private var listeners: [String: @Sendable (String) -> Void] = [:]

  private struct Kept {
    weak var hub: ChangeHub?
  }

  /// Where the changes of an account are told, for all that look at its log.
  func hub(of account: String) -> ChangeHub {
    lock.holding {
      if let hub = hubs[account]?.hub { return hub }
      let new = ChangeHub()
      if hubs.count >= most { sweep() }
      hubs[account] = Kept(hub: new)
      return new
    }
  }

  /// Looks at all of them only where there may be twice as many as the last time: each log that is opened would.
  private func sweep() {
    hubs = hubs.filter { $0.value.hub != nil }
    most = max(1_000, 2 * hubs.count)
  }

  /// How many accounts are kept in mind.
  var count: Int { lock.holding { hubs.count } }

  /// Has what is told of a topic heard by this from now on.
  func hear(_ topic: String, by hear: @escaping @Sendable (String) -> Void) {
    lock.holding { listeners[topic] = hear }
  }

  /// Passes on what another process told.
  func hear(_ line: Substring) {
    if line == NotificationConnection.lost { return notifyAll() }
    let words = line.split(separator: " ")
    guard let topic = words.first, words.count > 1 else { return }
    guard topic == "log" else {
      let listener = lock.holding { listeners[String(topic)] }
      listener?(words.dropFirst().joined(separator: " "))
      return
    }
    let hub = lock.holding { hubs[String(words[1])]?.hub }
    hub?.publish(Set(words.dropFirst(2).map(String.init)))
  }

  /// Anything may have changed in any log.
  private func notifyAll() {
    for hub in lock.holding({ hubs.values.compactMap(\.hub) }) { hub.publish(["record"]) }
  }
}
