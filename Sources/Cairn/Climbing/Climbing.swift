/// What a climbing session records beside its time, place and note; all of it optional.
///
/// Nothing is filled in for the climber: what is not said stays unknown, and can become unknown
/// again (spec/climbing.md 2.7).
public struct Climbing: SessionDetail {
  /// `climbing`.
  public static let kind = SessionKind("climbing")
  /// What was climbed, for climbs that do not say it themselves; nil when mixed or not said.
  public var discipline: Discipline?
  /// Readiness of the mind before it, 1 (low) to 5 (high), or nil.
  public private(set) var mental: Int64?
  /// Readiness of the body before it, 1 (low) to 5 (high), or nil.
  public private(set) var physical: Int64?
  /// How hard it was as a whole, 1 (easy) to 10 (hard), or nil.
  public private(set) var exertion: Int64?
  /// How pumped the forearms were at the end, 1 (not) to 5 (maxed), or nil.
  public private(set) var pump: Int64?
  /// Whether others must not see it, as the climber said; nil when they said nothing.
  private var privacy: Bool?
  /// Whether others must not see it; true unless the climber says otherwise.
  public var isPrivate: Bool {
    get { privacy ?? true }
    set { privacy = newValue }
  }
  /// Whether it was at a crag (true) or in a gym (false); nil when not said.
  public var isOutdoor: Bool?
  /// The names of those who came along, in order; they never leave the log unasked.
  public private(set) var partners: [String] = []
  /// Weather and rock in the climber's words, or nil.
  public private(set) var conditions: String?
  /// The temperature in tenths of a degree Celsius, −900 to 700, or nil.
  public private(set) var temperature: Int64?
  /// The relative humidity in percent, 0 to 100, or nil.
  public private(set) var humidity: Int64?

  /// A session of which nothing is known but that it was climbing.
  public init(discipline: Discipline? = nil) {
    self.discipline = discipline
  }

  /// Reads the detail; throws `record.malformed`.
  public init(fields: Fields) throws(CairnError) {
    discipline = try fields.named("discipline")
    mental = try fields.integer("mentalReadiness", in: ClimbingScale.mental.range)
    physical = try fields.integer("physicalReadiness", in: ClimbingScale.physical.range)
    exertion = try fields.integer("rpe", in: ClimbingScale.exertion.range)
    pump = try fields.integer("pumpLevel", in: ClimbingScale.pump.range)
    privacy = try fields.bool("isPrivate")
    isOutdoor = try fields.bool("isOutdoor")
    partners = try fields.text("partners")?.split(separator: "\n").map(String.init) ?? []
    conditions = try fields.text("conditions")
    temperature = try fields.integer("temperature", in: ClimbingScale.temperature.range)
    humidity = try fields.integer("humidity", in: ClimbingScale.humidity.range)
  }

  /// Sets every field of the detail.
  public func write(to fields: inout Fields) {
    fields.set("discipline", discipline?.name)
    fields.set("mentalReadiness", mental)
    fields.set("physicalReadiness", physical)
    fields.set("rpe", exertion)
    fields.set("pumpLevel", pump)
    fields.set("isPrivate", privacy)
    fields.set("isOutdoor", isOutdoor)
    fields.set("partners", partners.isEmpty ? nil : partners.joined(separator: "\n"))
    fields.set("conditions", conditions)
    fields.set("temperature", temperature)
    fields.set("humidity", humidity)
  }

  /// Not known here: climbs are records of their own.
  public var amount: Int64? { nil }

  /// Leaves what was felt before in the earlier part and what was felt after in the later.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Climbing {
    var later = self
    (later.mental, later.physical) = (nil, nil)
    (exertion, pump) = (nil, nil)
    return later
  }

  /// Takes in a later session: what was felt before stays, what was felt after is that of the later.
  ///
  /// Two disciplines become none, so do a gym and a crag, and what only one of them says stands.
  public mutating func merge(_ later: Climbing) {
    if let other = later.discipline, discipline != nil, discipline != other {
      discipline = nil
    } else {
      discipline = discipline ?? later.discipline
    }
    exertion = later.exertion ?? exertion
    pump = later.pump ?? pump
    if isPrivate != later.isPrivate { isPrivate = true }
    let isMixed = isOutdoor != nil && later.isOutdoor != nil && isOutdoor != later.isOutdoor
    isOutdoor = isMixed ? nil : isOutdoor ?? later.isOutdoor
    partners += later.partners.filter { !partners.contains($0) }
    conditions = conditions ?? later.conditions
    temperature = temperature ?? later.temperature
    humidity = humidity ?? later.humidity
  }
}

extension Climbing {
  /// Sets one of the numbers, or clears it with nil; throws `climbing.invalid_value`.
  public mutating func set(_ scale: ClimbingScale, _ value: Int64?) throws(CairnError) {
    let value = try scale.checked(value)
    switch scale {
    case .mental: mental = value
    case .physical: physical = value
    case .exertion: exertion = value
    case .pump: pump = value
    case .temperature: temperature = value
    default: humidity = value
    }
  }

  /// One of the numbers, or nil when it is not known.
  public subscript(scale: ClimbingScale) -> Int64? {
    switch scale {
    case .mental: mental
    case .physical: physical
    case .exertion: exertion
    case .pump: pump
    case .temperature: temperature
    default: humidity
    }
  }

  /// Sets who came along: each name in one line, blank ones and repeats left out.
  public mutating func setPartners(_ names: [String]) {
    partners = []
    for name in names.compactMap(oneLine) where !partners.contains(name) { partners.append(name) }
  }

  /// Sets the conditions, in one line; nil or nothing but blanks clears them.
  public mutating func setConditions(_ text: String?) { conditions = text.flatMap(oneLine) }
}

/// One of the numbers a climber can give for a session.
public struct ClimbingScale: Named {
  /// The name by which it is asked for.
  public let name: String
  /// What a person reads, at the start of a sentence.
  public let label: String
  /// The values it can have.
  public let range: ClosedRange<Int64>
  /// What its ends mean.
  let ends: String

  private init(_ name: String, _ label: String, _ range: ClosedRange<Int64>, _ ends: String) {
    (self.name, self.label, self.range, self.ends) = (name, label, range, ends)
  }

  /// Readiness of the mind.
  public static let mental = ClimbingScale("mental", "Mental readiness", 1...5, "low to high")
  /// Readiness of the body.
  public static let physical = ClimbingScale("physical", "Physical readiness", 1...5, "low to high")
  /// Rate of perceived exertion.
  public static let exertion = ClimbingScale("rpe", "RPE", 1...10, "easy to hard")
  /// Pump of the forearms.
  public static let pump = ClimbingScale("pump", "Pump", 1...5, "none to maxed")
  /// Temperature in tenths of a degree Celsius.
  public static let temperature = ClimbingScale(
    "temperature",
    "Temperature",
    -900...700,
    "degrees Celsius"
  )
  /// Relative humidity in percent.
  public static let humidity = ClimbingScale("humidity", "Humidity", 0...100, "percent")

  /// All six.
  public static let all = [mental, physical, exertion, pump, temperature, humidity]
  /// Those felt, before and after.
  public static let felt = [mental, physical, exertion, pump]

  func checked(_ value: Int64?) throws(CairnError) -> Int64? {
    guard let value, !range.contains(value) else { return value }
    let (low, high) = (text(range.lowerBound), text(range.upperBound))
    throw CairnError(
      "climbing.invalid_value",
      "\(label) is a number from \(low) to \(high) (\(ends)), not \(text(value)).",
      hint: "Give such a number, or none to leave it unknown."
    )
  }
}

extension Climbing {
  /// What a session is called: `bouldering, Boulder Hall`, as much of it as is known.
  package static func title(_ discipline: Discipline?, at place: String?) -> String? {
    let words = [discipline?.label, place].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension ClimbingScale {
  /// A value as people say it: a temperature in degrees, `-3.5`.
  private func text(_ value: Int64) -> String {
    self == .temperature ? value.tenthsText : "\(value)"
  }
}

extension Fields {
  /// The thing under a stored name, nil when null; throws `record.malformed` for an unknown one.
  func named<Thing: Named>(_ name: String) throws(CairnError) -> Thing? {
    guard let text = try text(name) else { return nil }
    return try required(name, Thing(name: text))
  }
}
