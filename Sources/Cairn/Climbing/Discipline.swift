/// A discipline of climbing; grades of different disciplines are never sorted together
/// (spec/climbing.md 1.2).
public enum Discipline: Named, CaseIterable {
  /// Low walls above mats, without a rope.
  case bouldering
  /// Lead climbing on bolts.
  case sport
  /// Lead climbing on gear that the climber places.
  case trad
  /// Climbing with a rope from above.
  case topRope

  /// All four disciplines.
  public static var all: [Discipline] { allCases }

  /// The stored name, also used by clients.
  public var name: String {
    switch self {
    case .bouldering: "bouldering"
    case .sport: "sport"
    case .trad: "trad"
    case .topRope: "top_rope"
    }
  }

  /// The text for display.
  public var label: String { self == .topRope ? "top rope" : name }

  /// Whether it uses boulder grades.
  public var isForBoulders: Bool { self == .bouldering }

  /// The ticks that a send of this discipline can have, the most specific first.
  public var ticks: [Tick] {
    switch self {
    case .sport: [.onsight, .flash, .redpoint, .pinkpoint, .repeated]
    case .topRope: [.onsight, .flash, .repeated]
    default: [.onsight, .flash, .redpoint, .repeated]
    }
  }

  /// Returns the tick of a send without an entered tick.
  ///
  /// The first attempt is a flash, because only the climber can claim an onsight. A later attempt is
  /// a redpoint, or nil on top rope, where that word has no meaning.
  public func tick(isFirstAttempt: Bool) -> Tick? {
    if isFirstAttempt { return .flash }
    return ticks.contains(.redpoint) ? .redpoint : nil
  }
}

/// The style in which a climb was sent (spec/climbing.md 1.2).
public struct Tick: Named {
  /// The stored name, also used by clients.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Sent on the first attempt, without any prior knowledge of the climb.
  public static let onsight = Tick("onsight")
  /// Sent on the first attempt, with advice or after watching others.
  public static let flash = Tick("flash")
  /// Sent clean after earlier attempts.
  public static let redpoint = Tick("redpoint")
  /// Sent clean after earlier attempts, with the gear in place.
  public static let pinkpoint = Tick("pinkpoint")

  /// Sent clean after an earlier send.
  public static let repeated = Tick("repeat")

  /// All five ticks.
  public static let all = [onsight, flash, redpoint, pinkpoint, repeated]

  /// Whether it is possible only on the first attempt.
  public var isFirstAttempt: Bool { self == .onsight || self == .flash }
}

/// The result of an attempt.
public struct AttemptResult: Named {
  /// The stored name, also used by clients.
  public let name: String
  /// The text for display.
  public let label: String

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  /// Did not reach the top, or not clean.
  public static let fell = AttemptResult("try", "fell")
  /// Reached the top, clean.
  public static let sent = AttemptResult("send", "sent")

  /// Both results.
  public static let all = [fell, sent]
}

/// The climber's role on the rope.
public struct RopeStyle: Named {
  /// The stored name.
  public let name: String
  /// The text for display.
  public let label: String

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  /// Leading the rope.
  public static let lead = RopeStyle("lead", "lead")
  /// Following the leader.
  public static let second = RopeStyle("second", "second")
  /// With a rope from above.
  public static let topRope = RopeStyle("top_rope", "top rope")
  /// With an automatic belay device.
  public static let autoBelay = RopeStyle("auto_belay", "auto belay")
  /// Without a rope or a partner.
  public static let solo = RopeStyle("solo", "solo")

  /// All five styles.
  public static let all = [lead, second, topRope, autoBelay, solo]
}
