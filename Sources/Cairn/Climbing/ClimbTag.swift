/// A tag for what a climb demands: a hold, a skill, a wall style, or a tag of the climber's own.
public struct ClimbTag: Sendable, Hashable {
  /// The category.
  public let category: TagCategory
  /// The stored name within the category; lower case for built-in tags.
  public let name: String

  /// The stored and typed form: `hold:crimp`, `own:my project wall`.
  public var text: String { "\(category.name):\(name)" }

  init(_ category: TagCategory, _ name: String) {
    (self.category, self.name) = (category, name)
  }

  /// Reads a stored tag; nil for an unknown category or an empty name.
  public init?(stored text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let category = TagCategory(name: parts[0]), !parts[1].isEmpty else {
      return nil
    }
    self.init(category, parts[1])
  }

  /// Finds the tag that a person typed: a built-in tag, otherwise one of their own.
  ///
  /// Throws `climb.invalid_tag` for blank text or more than 60 characters.
  public init(typed text: String) throws(CairnError) {
    if let known = Self.known(text) {
      self = known
      return
    }
    let stripped = text.hasPrefix("own:") ? String(text.dropFirst(4)) : text
    guard let name = collapsedLine(stripped), name.count <= 60 else {
      throw CairnError(
        "climb.invalid_tag",
        "A tag has 1 to 60 characters, not \(text.count).",
        hint: "Give a short word such as crimp."
      )
    }
    self.init(.own, name)
  }

  private static func known(_ text: String) -> ClimbTag? {
    let name = folded(text)
    return catalogue.first { folded($0.name) == name || folded($0.text) == name }
  }

  /// The built-in tags, by category (spec/climbing.md 1.3).
  public static let catalogue: [ClimbTag] = TagCategory.all.flatMap { category in
    category.names.map { ClimbTag(category, $0) }
  }
}

/// A category of tags.
public struct TagCategory: Named {
  /// The stored name.
  public let name: String
  /// The heading of a group of tags.
  public let label: String
  let names: [String]

  private init(_ name: String, _ label: String, _ names: String = "") {
    (self.name, self.label) = (name, label)
    self.names = names.split(separator: ",").map(String.init)
  }

  /// Types of holds.
  public static let hold = TagCategory(
    "hold",
    "Hold types",
    "crimp,sloper,jug,pinch,pocket,sidepull,undercling,gaston,smear,heel hook,toe hook"
  )
  /// Skills of the climber.
  public static let skill = TagCategory(
    "skill",
    "Skills",
    "drop knee,flagging,mantle,dyno,lock off,deadpoint,body tension,finger strength,flexibility,"
      + "power,endurance,no cut loose,mental,pacing,precision,route reading"
  )
  /// Angles and shapes of walls.
  public static let wall = TagCategory(
    "wall",
    "Wall styles",
    "slab,vertical,overhang,roof,arête,dihedral,crack,chimney,traverse"
  )
  /// Tags of the climber's own.
  public static let own = TagCategory("own", "Own tags")

  /// All four categories.
  public static let all = [hold, skill, wall, own]
}

/// A mark that a tag helped or hindered the climber on one climb.
public struct TagMark: Recorded {
  /// `tag_mark`.
  public static let recordKind = RecordKind("tag_mark")
  /// The climb.
  public let climb: Identifier<Climb>
  /// The tag.
  public let tag: ClimbTag
  /// Whether the tag helped or hindered.
  public var impact: TagImpact

  /// Creates a mark for a tag on a climb.
  public init(climb: Identifier<Climb>, tag: ClimbTag, impact: TagImpact) {
    (self.climb, self.tag, self.impact) = (climb, tag, impact)
  }

  /// The record ID, derived from climb and tag, so that two devices create the same mark.
  public var recordID: RecordID { Self.id(tag, on: climb) }

  /// Returns the record ID of the mark for a tag on a climb.
  public static func id(_ tag: ClimbTag, on climb: Identifier<Climb>) -> RecordID {
    RecordID(derivedFrom: ["tagMark", climb.record.text, tag.text])
  }

  /// Reads a mark from stored fields; throws `record.malformed`.
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

/// The effect of a tag on the climber.
public struct TagImpact: Named {
  /// The stored name, also used by clients.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// The tag was in the climber's favour.
  public static let helped = TagImpact("helped")
  /// The tag was against the climber.
  public static let hindered = TagImpact("hindered")

  /// Both effects.
  public static let all = [helped, hindered]
}
