/// How walls are climbed; grades of one are never put in one order with those of another
/// (spec/climbing.md 1.2).
public enum Discipline: Named, CaseIterable {
  /// Low walls above mats, without a rope.
  case bouldering
  /// Led on bolts.
  case sport
  /// Led on gear the climber places.
  case trad
  /// With a rope from above.
  case topRope

  /// All four.
  public static var all: [Discipline] { allCases }

  /// The stored name, as clients know it.
  public var name: String {
    switch self {
    case .bouldering: "bouldering"
    case .sport: "sport"
    case .trad: "trad"
    case .topRope: "top_rope"
    }
  }

  /// What a person reads.
  public var label: String { self == .topRope ? "top rope" : name }

  /// Whether its grades are those of boulders.
  public var isForBoulders: Bool { self == .bouldering }

  /// The ticks a send of this discipline can have, the one that tells most first.
  public var ticks: [Tick] {
    switch self {
    case .sport: [.onsight, .flash, .redpoint, .pinkpoint, .repeated]
    case .topRope: [.onsight, .flash, .repeated]
    default: [.onsight, .flash, .redpoint, .repeated]
    }
  }

  /// The tick of a send nobody gave one for.
  ///
  /// First go it is a flash, since an onsight is a claim only the climber can make; later a
  /// redpoint, but with a rope from above, where that word means nothing, none.
  public func tick(isFirstGo: Bool) -> Tick? {
    if isFirstGo { return .flash }
    return ticks.contains(.redpoint) ? .redpoint : nil
  }
}

/// How a climb was sent (spec/climbing.md 1.2).
public struct Tick: Named {
  /// The stored name, as clients know it.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// First go, without knowing anything of it before.
  public static let onsight = Tick("onsight")
  /// First go, with advice or having watched others.
  public static let flash = Tick("flash")
  /// Clean after having tried it before.
  public static let redpoint = Tick("redpoint")
  /// Clean after having tried it before, with the gear in place.
  public static let pinkpoint = Tick("pinkpoint")

  /// Clean after having sent it before.
  public static let repeated = Tick("repeat")

  /// All five.
  public static let all = [onsight, flash, redpoint, pinkpoint, repeated]

  /// Whether it can only be had on the first attempt.
  public var isFirstGo: Bool { self == .onsight || self == .flash }
}

/// What came of an attempt, when that is known.
public struct AttemptResult: Named {
  /// The stored name, as clients know it.
  public let name: String
  /// What a person reads.
  public let label: String

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  /// Not to the top, or not clean.
  public static let fell = AttemptResult("try", "fell")
  /// Clean to the top.
  public static let sent = AttemptResult("send", "sent")

  /// Both.
  public static let all = [fell, sent]
}

/// The climber's end of the rope.
public struct RopeStyle: Named {
  /// The stored name.
  public let name: String
  /// What a person reads.
  public let label: String

  private init(_ name: String, _ label: String) {
    self.name = name
    self.label = label
  }

  /// First on the rope.
  public static let lead = RopeStyle("lead", "lead")
  /// After the leader.
  public static let second = RopeStyle("second", "second")
  /// With a rope from above.
  public static let topRope = RopeStyle("top_rope", "top rope")
  /// Held by a machine.
  public static let autoBelay = RopeStyle("auto_belay", "auto belay")
  /// Without a rope or a partner.
  public static let solo = RopeStyle("solo", "solo")

  /// All five.
  public static let all = [lead, second, topRope, autoBelay, solo]
}
