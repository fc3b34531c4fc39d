import Cairn

/// A theCrag ascent type as an attempt and a rope style.
struct AscentType {
  let attempt: ImportedAttempt
  let style: RopeStyle?

  private init(_ attempt: ImportedAttempt, _ style: RopeStyle? = nil) {
    (self.attempt, self.style) = (attempt, style)
  }

  /// All types, by lower-case name.
  ///
  /// Types such as `tick` and `top rope` do not imply a clean ascent, so their result is unknown.
  /// A dab is no send.
  static let all: [String: AscentType] = [
    "onsight": AscentType(.sent(.onsight)), "flash": AscentType(.sent(.flash)),
    "red point": AscentType(.sent(.redpoint)), "redpoint": AscentType(.sent(.redpoint)),
    "ground up red point": AscentType(.sent(.redpoint)),
    "greenpoint": AscentType(.sent(.redpoint)),
    "greenpoint onsight": AscentType(.sent(.onsight)),
    "pink point": AscentType(.sent(.pinkpoint)), "pinkpoint": AscentType(.sent(.pinkpoint)),
    "clean": AscentType(.sent), "send": AscentType(.sent), "repeat": AscentType(.sent(.repeated)),
    "attempt": AscentType(.fell), "hang dog": AscentType(.fell), "hangdog": AscentType(.fell),
    "working": AscentType(.fell), "retreat": AscentType(.fell), "dab": AscentType(.fell),
    "tick": AscentType(.unknown), "aid": AscentType(.unknown), "ghost": AscentType(.unknown),
    "mark": AscentType(.unknown),
    "top rope": AscentType(.unknown, .topRope),
    "top rope onsight": AscentType(.sent(.onsight), .topRope),
    "top rope flash": AscentType(.sent(.flash), .topRope),
    "top rope clean": AscentType(.sent, .topRope),
    "top rope with rest": AscentType(.fell, .topRope),
    "second": AscentType(.unknown, .second), "second clean": AscentType(.sent, .second),
    "second with rest": AscentType(.fell, .second),
    "roped solo": AscentType(.unknown, .solo), "lead solo": AscentType(.unknown, .solo),
    "aid solo": AscentType(.unknown, .solo),
  ]

  /// The discipline of a gear style.
  static let disciplines: [String: Discipline] = [
    "sport": .sport, "trad": .trad, "boulder": .bouldering, "top rope": .topRope,
  ]

  /// The rope style of a gear style.
  static let gearStyles: [String: RopeStyle] = [
    "sport": .lead, "trad": .lead, "top rope": .topRope, "second": .second, "free solo": .solo,
  ]
}
