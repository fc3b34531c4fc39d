/// A way in which people grade climbs.
///
/// Its stored names are those of the wire format of climbing apps (spec/climbing.md 1.2).
public enum GradeScale: Named, CaseIterable {
  /// The V scale of boulders: `V4`.
  case v
  /// The scale of Fontainebleau for boulders: `6B+`.
  case font
  /// The Yosemite decimal system: `5.10a`.
  case yds
  /// The French scale of routes: `6b+`.
  case french
  /// The scale of the UIAA: `VII+`.
  case uiaa
  /// The scale of Australia, New Zealand and South Africa: `21`.
  case ewbank
  /// The scale of Saxon Switzerland: `VIIIa`.
  case saxon

  /// All seven, those for boulders first.
  public static var all: [GradeScale] { allCases }

  /// The stored name: `YDS`.
  public var name: String {
    switch self {
    case .v: "V"
    case .font: "FONT"
    case .yds: "YDS"
    case .french: "FRENCH"
    case .uiaa: "UIAA"
    case .ewbank: "EWBANK"
    case .saxon: "SAXON"
    }
  }

  /// What a person reads: `V scale`, `Font`, `YDS`.
  public var title: String {
    switch self {
    case .v: "V scale"
    case .font: "Font"
    case .yds: "YDS"
    case .french: "French"
    case .uiaa: "UIAA"
    case .ewbank: "Ewbank"
    case .saxon: "Saxon"
    }
  }

  /// Whether it grades boulders; all others grade routes, and nothing is both.
  public var isForBoulders: Bool { self == .v || self == .font }

  /// The grades to choose from, in their usual spelling, easiest first.
  ///
  /// Up to the hardest that was climbed so far. A `Grade` may also be harder, finer (`V3+`) or
  /// between two of them (`V3/V4`).
  public var grades: [String] {
    ladder.usual.map { label(ladder.rungs[$0]) }
  }
}
