/// A scale for climbing grades.
///
/// The stored names are those of the wire format of climbing apps (spec/climbing.md 1.2).
public enum GradeScale: Named, CaseIterable {
  /// The V scale for boulders: `V4`.
  case v
  /// The Fontainebleau scale for boulders: `6B+`.
  case font
  /// The Yosemite decimal system: `5.10a`.
  case yds
  /// The French scale for routes: `6b+`.
  case french
  /// The UIAA scale: `VII+`.
  case uiaa
  /// The scale of Australia, New Zealand and South Africa: `21`.
  case ewbank
  /// The scale of Saxon Switzerland: `VIIIa`.
  case saxon

  /// All seven scales, those for boulders first.
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

  /// The text for display: `V scale`, `Font`, `YDS`.
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

  /// Whether it grades boulders; all other scales grade routes, and none grades both.
  public var isForBoulders: Bool { self == .v || self == .font }

  /// The grades offered for selection, in their usual spelling, easiest first.
  ///
  /// The last one is the hardest grade climbed so far. A `Grade` may also be harder, finer (`V3+`) or
  /// between two of them (`V3/V4`).
  public var grades: [String] {
    ladder.offered.map { label(ladder.rungs[$0]) }
  }
}
