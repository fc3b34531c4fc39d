/// The detail of a climbing session; every value is optional.
///
/// Nothing is filled in for the climber: a missing value stays unknown, and a value can become
/// unknown again (spec/climbing.md 2.7).
public struct Climbing: SessionDetail {
  /// `climbing`.
  public static let kind = SessionKind("climbing")
  /// The discipline of climbs that have none of their own; nil if mixed or unknown.
  public var discipline: Discipline?
  /// Mental readiness before the session, 1 (low) to 5 (high), or nil.
  public private(set) var mental: Int64?
  /// Physical readiness before the session, 1 (low) to 5 (high), or nil.
  public private(set) var physical: Int64?
  /// Perceived exertion of the whole session, 1 (easy) to 10 (hard), or nil.
  public private(set) var exertion: Int64?
  /// Pump of the forearms at the end, 1 (none) to 5 (maxed), or nil.
  public private(set) var pump: Int64?
  /// The privacy that the climber chose; nil if they chose none.
  private var privacy: Bool?
  /// Whether the session is hidden from others; true unless the climber chose otherwise.
  public var isPrivate: Bool {
    get { privacy ?? true }
    set { privacy = newValue }
  }
  /// Whether it was at a crag (true) or in a gym (false); nil if unknown.
  public var isOutdoor: Bool?
  /// The names of the partners, in order; they never leave the log unless the person asks for it.
  public private(set) var partners: [String] = []
  /// Weather and rock conditions in the climber's words, or nil.
  public private(set) var conditions: String?
  /// The temperature in tenths of a degree Celsius, −900 to 700, or nil.
  public private(set) var temperature: Int64?
  /// The relative humidity in percent, 0 to 100, or nil.
  public private(set) var humidity: Int64?

  /// Creates a detail with nothing known but the discipline, if any.
  public init(discipline: Discipline? = nil) {
    self.discipline = discipline
  }

  /// Reads the detail from stored fields; throws `record.malformed`.
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

  /// Always nil: climbs are separate records.
  public var amount: Int64? { nil }

  /// Keeps readiness in the earlier part, and exertion and pump in the later part.
  public mutating func split(done: Milliseconds, of whole: Milliseconds) -> Climbing {
    var later = self
    (later.mental, later.physical) = (nil, nil)
    (exertion, pump) = (nil, nil)
    return later
  }

  /// Merges a later session: readiness stays, exertion and pump come from the later session.
  ///
  /// Two disciplines become nil, and so do a gym and a crag. A value that only one of them has is kept.
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
  /// Sets the value on a scale, or clears it with nil; throws `climbing.invalid_value`.
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

  /// The value on a scale; nil if unknown.
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

  /// Sets the partners: each name as one line, without blank names and duplicates.
  public mutating func setPartners(_ names: [String]) {
    partners = []
    for name in names.compactMap(collapsedLine) where !partners.contains(name) {
      partners.append(name)
    }
  }

  /// Sets the conditions, as one line; nil or blank text clears them.
  public mutating func setConditions(_ text: String?) { conditions = text.flatMap(collapsedLine) }
}

/// A scale on which a climber can rate or measure a session.
public struct ClimbingScale: Named {
  /// The name that identifies the scale.
  public let name: String
  /// The text for display, at the start of a sentence.
  public let label: String
  /// The valid values.
  public let range: ClosedRange<Int64>
  /// The meaning of the lowest and highest value, or the unit.
  let ends: String

  private init(_ name: String, _ label: String, _ range: ClosedRange<Int64>, _ ends: String) {
    (self.name, self.label, self.range, self.ends) = (name, label, range, ends)
  }

  /// Mental readiness.
  public static let mental = ClimbingScale("mental", "Mental readiness", 1...5, "low to high")
  /// Physical readiness.
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
  /// The four scales that a climber rates, before and after the session.
  public static let ratings = [mental, physical, exertion, pump]

  func checked(_ value: Int64?) throws(CairnError) -> Int64? {
    guard let value, !range.contains(value) else { return value }
    let (low, high) = (text(range.lowerBound), text(range.upperBound))
    throw CairnError(
      "climbing.invalid_value",
      "\(label) is a number from \(low) to \(high) (\(ends)), not \(text(value)).",
      hint: "Give a number in this range, or none to leave it unknown."
    )
  }
}

extension Climbing {
  /// Returns the title of a session from what is known: `bouldering, Boulder Hall`; or nil.
  package static func title(_ discipline: Discipline?, at place: String?) -> String? {
    let words = [discipline?.label, place].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension ClimbingScale {
  /// Returns a value for display: a temperature in degrees, `-3.5`.
  private func text(_ value: Int64) -> String {
    self == .temperature ? value.tenthsText : "\(value)"
  }
}

extension Fields {
  /// Returns the value with a stored name, nil if null; throws `record.malformed` if it is unknown.
  func named<Entity: Named>(_ name: String) throws(CairnError) -> Entity? {
    guard let text = try text(name) else { return nil }
    return try required(name, Entity(name: text))
  }
}
