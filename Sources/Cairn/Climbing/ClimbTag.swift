/// What a climb asks for: a hold, a skill, a wall, or a word of the climber's own.
public struct ClimbTag: Sendable, Hashable {
  /// What it is about.
  public let category: TagCategory
  /// Its name within the category, as stored: lower case for those Cairn brings.
  public let name: String

  /// The tag as stored and typed: `hold:crimp`, `own:my project wall`.
  public var text: String { "\(category.name):\(name)" }

  init(_ category: TagCategory, _ name: String) {
    (self.category, self.name) = (category, name)
  }

  /// Reads a tag as it is stored; nil for a category that is not known or a name of nothing.
  public init?(stored text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let category = TagCategory(name: parts[0]), !parts[1].isEmpty else {
      return nil
    }
    self.init(category, parts[1])
  }

  /// Finds a tag by what a person types: the name of one Cairn brings, else one of their own.
  ///
  /// Throws `climb.invalid_tag` for nothing but blanks or more than 60 characters.
  public init(typed text: String) throws(CairnError) {
    if let known = Self.known(text) {
      self = known
      return
    }
    let stripped = text.hasPrefix("own:") ? String(text.dropFirst(4)) : text
    guard let name = oneLine(stripped), name.count <= 60 else {
      throw CairnError(
        "climb.invalid_tag",
        "A tag has 1 to 60 characters, not \(text.count).",
        hint: "Give a short word, for instance crimp."
      )
    }
    self.init(.own, name)
  }

  private static func known(_ text: String) -> ClimbTag? {
    let name = folded(text)
    return catalogue.first { folded($0.name) == name || folded($0.text) == name }
  }

  /// The tags Cairn brings, by category (spec/climbing.md 1.3).
  public static let catalogue: [ClimbTag] = TagCategory.all.flatMap { category in
    category.names.map { ClimbTag(category, $0) }
  }
}

/// What tags are about.
public struct TagCategory: Named {
  /// The stored name.
  public let name: String
  /// What a person reads above a group of them.
  public let label: String
  let names: [String]

  private init(_ name: String, _ label: String, _ names: String = "") {
    (self.name, self.label) = (name, label)
    self.names = names.split(separator: ",").map(String.init)
  }

  /// What the hands and feet hold.
  public static let hold = TagCategory(
    "hold",
    "Hold types",
    "crimp,sloper,jug,pinch,pocket,sidepull,undercling,gaston,smear,heel hook,toe hook"
  )
  /// What the climber must be able to do.
  public static let skill = TagCategory(
    "skill",
    "Skills",
    "drop knee,flagging,mantle,dyno,lock off,deadpoint,body tension,finger strength,flexibility,"
      + "power,endurance,no cut loose,mental,pacing,precision,route reading"
  )
  /// How the wall stands.
  public static let wall = TagCategory(
    "wall",
    "Wall styles",
    "slab,vertical,overhang,roof,arête,dihedral,crack,chimney,traverse"
  )
  /// Words of the climber's own.
  public static let own = TagCategory("own", "Own tags")

  /// All four.
  public static let all = [hold, skill, wall, own]
}

/// Whether a tag was for the climber or against them on one climb.
public struct TagMark: Recorded {
  /// `tagMark`.
  public static let recordKind = RecordKind("tag_mark")
  /// The climb.
  public let climb: Identifier<Climb>
  /// The tag.
  public let tag: ClimbTag
  /// How it went with it.
  public var impact: TagImpact

  /// Marks a tag on a climb.
  public init(climb: Identifier<Climb>, tag: ClimbTag, impact: TagImpact) {
    (self.climb, self.tag, self.impact) = (climb, tag, impact)
  }

  /// The identity follows from climb and tag, so that two devices mark the same one.
  public var recordID: RecordID { Self.id(tag, on: climb) }

  /// The identity of a tag's mark on a climb.
  public static func id(_ tag: ClimbTag, on climb: Identifier<Climb>) -> RecordID {
    RecordID(derivedFrom: ["tagMark", climb.record.text, tag.text])
  }

  /// Reads a mark; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    climb = try fields.required("climb", fields.id("climb"))
    tag = try fields.required("tag", fields.text("tag").flatMap { ClimbTag(stored: $0) })
    impact = try fields.required("impact", fields.named("impact"))
  }

  /// Sets every field of a mark.
  public func write(to fields: inout Fields) {
    fields.set("climb", climb)
    fields.set("tag", tag.text)
    fields.set("impact", impact.name)
  }
}

/// How a tag went with a climber on a climb.
public struct TagImpact: Named {
  /// The stored name, as clients know it.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// It was for them.
  public static let helped = TagImpact("helped")
  /// It was against them.
  public static let hindered = TagImpact("hindered")

  /// Both.
  public static let all = [helped, hindered]
}
