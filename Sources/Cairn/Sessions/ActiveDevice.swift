/// The device on which an open session is active, as one of the devices sees it (spec/sync.md 3.6).
///
/// Every device may pause, stop and log to a session; this only shows which one is in use.
public enum ActiveDevice: Sendable, Equatable {
  /// This device, or no device was set.
  case here
  /// Started on this device and continued on another.
  case moved(since: Instant, on: String)
  /// Started on another device and not continued on this one.
  case elsewhere(since: Instant, on: String)

  /// When the other device became active; nil if the session is active here.
  public var since: Instant? {
    switch self {
    case .here: nil
    case .moved(let since, _), .elsewhere(let since, _): since
    }
  }

  /// The node ID of the other device in eight hexadecimal digits; nil if the session is active here.
  public var device: String? {
    switch self {
    case .here: nil
    case .moved(_, let device), .elsewhere(_, let device): device
    }
  }

  /// Returns the status text of a session that is active elsewhere, with a formatted time and the
  /// name of the device; nil if the session is active here.
  public func text(since time: String, on name: String? = nil) -> String? {
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
  /// Returns where the session of this record is active, as the device of a node sees it.
  public func activeDevice(seenBy node: UInt32) -> ActiveDevice {
    guard case .text(let device) = fields["activeDevice"], device != Stamp.text(ofNode: node),
      let since = stamp(of: "activeDevice")?.instant
    else { return .here }
    let isOurs = stamp(of: "kind")?.node == node
    return isOurs ? .moved(since: since, on: device) : .elsewhere(since: since, on: device)
  }
}

extension Session {
  /// Resumes the session on a device and makes that device active.
  ///
  /// A session that runs on another device continues without a gap. Otherwise this equals
  /// ``resume(at:)``.
  public mutating func resume(at: Instant, on device: String) throws(CairnError) {
    let isTakenOver = activeDevice.map { $0 != device } ?? false
    if !(isTakenOver && timeline.isRunning) { try resume(at: at) }
    activeDevice = device
  }
}
