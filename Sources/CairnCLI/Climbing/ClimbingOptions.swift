import Cairn
import CairnActions

extension ClimbingEdit {
  /// Reads the options of ``Option/climbing``; an option that was not typed changes nothing.
  ///
  /// Throws `usage.value`.
  init(_ invocation: Invocation) throws(CairnError) {
    self.init()
    let names = Discipline.all.map(\.name) + ["none"]
    if let name = try invocation.choice("discipline", of: names) {
      discipline = .some(Discipline(name: name))
    }
    isOutdoor = try Self.outdoor(invocation)
    isPrivate = try Self.either("private", "public", invocation)
    let with = invocation.values("with")
    partners = with.isEmpty ? nil : with == ["none"] ? [] : with
    removedPartners = invocation.values("without")
    conditions = invocation.value("conditions").map { $0 == "none" ? "" : $0 }
    for scale in ClimbingScale.all {
      guard let word = invocation.value(scale.name) else { continue }
      numbers.append((scale, word == "none" ? nil : try Self.number(word, scale)))
    }
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
