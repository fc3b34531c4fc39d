import Cairn
import CairnStore

/// Options that describe a climbing session; an option that was not typed changes nothing.
struct ClimbingOptions: DetailOptions {
  private var numbers: [(ClimbingScale, Int64?)] = []
  private let discipline: String?
  private let isOutdoor: Bool??
  private let isPrivate: Bool?
  private let partners: [String]
  private let removedPartners: [String]
  private let conditions: String?

  /// Reads the options of ``Option/climbing``; throws `usage.value`.
  init(_ invocation: Invocation) throws(CairnError) {
    discipline = try invocation.choice("discipline", of: Discipline.all.map(\.name) + ["none"])
    isOutdoor = try Self.outdoor(invocation)
    isPrivate = try Self.either("private", "public", invocation)
    (partners, removedPartners) = (invocation.values("with"), invocation.values("without"))
    conditions = invocation.value("conditions")
    for scale in ClimbingScale.all {
      guard let word = invocation.value(scale.name) else { continue }
      numbers.append((scale, word == "none" ? nil : try Self.number(word, scale)))
    }
  }

  /// Whether no option was typed.
  var isEmpty: Bool {
    numbers.isEmpty && discipline == nil && isOutdoor == nil && isPrivate == nil
      && partners.isEmpty && removedPartners.isEmpty && conditions == nil
  }

  /// Applies the options; throws `climbing.invalid_value`, and `usage.value` for an unknown partner to remove.
  func apply(to detail: inout Climbing) throws(CairnError) {
    for (scale, value) in numbers { try detail.set(scale, value) }
    if let discipline { detail.discipline = Discipline(name: discipline) }
    if let isOutdoor { detail.isOutdoor = isOutdoor }
    if let isPrivate { detail.isPrivate = isPrivate }
    if !partners.isEmpty { detail.setPartners(partners == ["none"] ? [] : partners) }
    for name in removedPartners { try Self.remove(name, from: &detail) }
    if let conditions { detail.setConditions(conditions == "none" ? nil : conditions) }
  }

  func apply(to detail: inout Climbing, in writer: LogWriter) throws { try apply(to: &detail) }

  private static func remove(_ name: String, from detail: inout Climbing) throws(CairnError) {
    let names = detail.partners
    let left = names.filter { $0.lowercased() != name.lowercased() }
    guard left.count < names.count else {
      throw CairnError(
        "usage.value",
        "“\(name)” is not a partner of this session.",
        hint: names.isEmpty
          ? "Add partners with --with." : "Choose from \(names.joined(separator: ", "))."
      )
    }
    detail.setPartners(left)
  }

  /// Reads `--outdoor`, `--indoor` and `--no-outdoor`; the inner nil clears, two throw `usage.value`.
  private static func outdoor(_ invocation: Invocation) throws(CairnError) -> Bool?? {
    guard invocation.flag("no-outdoor") else {
      return try either("outdoor", "indoor", invocation).map { .some($0) }
    }
    for other in ["outdoor", "indoor"] { _ = try either("no-outdoor", other, invocation) }
    return .some(nil)
  }

  private static func either(
    _ yes: String,
    _ no: String,
    _ invocation: Invocation
  ) throws(CairnError) -> Bool? {
    guard !(invocation.flag(yes) && invocation.flag(no)) else {
      throw CairnError(
        "usage.value",
        "--\(yes) and --\(no) cannot be used together.",
        hint: "Remove one of them."
      )
    }
    return invocation.flag(yes) ? true : invocation.flag(no) ? false : nil
  }

  /// Parses a whole number; a temperature may have one decimal.
  private static func number(_ word: String, _ scale: ClimbingScale) throws(CairnError) -> Int64 {
    let isTemperature = scale == .temperature
    guard let number = isTemperature ? Int64(tenths: word) : Int64(word) else {
      throw CairnError(
        "usage.value",
        "--\(scale.name) takes a number or none, not '\(word)'.",
        hint: isTemperature
          ? "Write --temperature 12.5, in degrees Celsius."
          : "Write --\(scale.name) \(scale.range.upperBound / 2)."
      )
    }
    return number
  }
}

extension [Option] {
  /// Options that describe a climbing session at any time.
  static var climbing: [Option] {
    [
      .discipline, scale(.mental, "Mental readiness"),
      scale(.physical, "Physical readiness"), scale(.exertion, "Effort (RPE)"),
      scale(.pump, "Pump"), .flag("outdoor", "Outdoors, at a crag."),
      .flag("indoor", "Indoors, in a gym."),
      .flag("no-outdoor", "Clear whether it was indoors or outdoors."),
      .value(
        "with",
        "NAME",
        "A partner, or none.",
        completion: .live("partners"),
        isRepeatable: true
      ),
      .value(
        "without",
        "NAME",
        "A partner to remove.",
        completion: .live("partners"),
        isRepeatable: true
      ),
      .value("conditions", "TEXT", "Conditions of weather and rock, or none."),
      .value("temperature", "DEGREES", "Temperature in degrees Celsius, or none."),
      .value("humidity", "PERCENT", "Relative humidity in percent, or none."),
      .flag("private", "Keep the session private (default)."),
      .flag("public", "Make the session public."),
    ]
  }

  private static func scale(_ scale: ClimbingScale, _ help: String) -> Option {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    return .value(
      scale.name,
      "N",
      "\(help), \(low) to \(high), or none.",
      completion: .values(scale.range.map { String($0) } + ["none"])
    )
  }
}

extension Option {
  static var discipline: Option {
    .value(
      "discipline",
      "NAME",
      "The discipline: \(Discipline.all.map(\.name).joined(separator: ", ")).",
      completion: .values(Discipline.all.map(\.name))
    )
  }
}
