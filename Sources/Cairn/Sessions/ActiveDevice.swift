/// On which device an open session goes on, as one of them sees it (spec/sync.md 3.6).
///
/// A session may be paused, ended and logged to everywhere; this only says who has it in hand.
public enum ActiveDevice: Sendable, Equatable {
  /// Here, or nobody said where.
  case here
  /// It was started here and goes on on another device since then.
  case moved(since: Instant, on: String)
  /// It was started elsewhere and has not come here.
  case elsewhere(since: Instant, on: String)

  /// Since when it goes on elsewhere; nil while it is here.
  public var since: Instant? {
    switch self {
    case .here: nil
    case .moved(let since, _), .elsewhere(let since, _): since
    }
  }

  /// The eight digits of the device on which it goes on; nil while it is here.
  public var device: String? {
    switch self {
    case .here: nil
    case .moved(_, let device), .elsewhere(_, let device): device
    }
  }

  /// What a person is told of a session that goes on elsewhere, with when that began in words and what
  /// the device is called; nil while it is here.
  public func words(since time: String, on name: String? = nil) -> String? {
    let name = name.map { "“\($0)”" } ?? "another device"
    return switch self {
    case .here: nil
    case .moved: "Moved: on \(name) since \(time)"
    case .elsewhere: "On \(name) since \(time)"
    }
  }

  /// `here`, `moved` or `elsewhere`.
  public var name: String {
    switch self {
    case .here: "here"
    case .moved: "moved"
    case .elsewhere: "elsewhere"
    }
  }
}

extension Record {
  /// Where the session of this record goes on, seen by the device of a node.
  public func whereabouts(seenBy node: UInt32) -> ActiveDevice {
    guard case .text(let device) = fields["activeDevice"], device != Stamp.text(ofNode: node),
      let since = stamp(of: "activeDevice")?.instant
    else { return .here }
    let isOurs = stamp(of: "kind")?.node == node
    return isOurs ? .moved(since: since, on: device) : .elsewhere(since: since, on: device)
  }
}

extension Session {
  /// Goes on with the session on a device.
  ///
  /// One that runs on another device already goes on without a gap, now in the hand of this one; else
  /// like ``resume(at:)``.
  public mutating func resume(at: Instant, on device: String) throws(CairnError) {
    let isTakenOver = activeDevice.map { $0 != device } ?? false
    if !(isTakenOver && timeline.isRunning) { try resume(at: at) }
    activeDevice = device
  }
}
