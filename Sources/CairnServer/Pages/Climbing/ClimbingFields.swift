import Cairn
import CairnActions
import CairnHTTP
import CairnStore

/// The optional form fields of a climbing session.
struct ClimbingFields {
  /// Returns the initial value of a field.
  let value: (String) -> String
  /// Gyms and crags to suggest.
  var places: [String] = []
  /// Whether the server has other people who could see the session.
  var isAmongOthers = false

  /// The names of all fields except the place.
  static var names: [String] {
    ["discipline", "outdoor", "private", "partners", "conditions"] + ClimbingScale.all.map(\.name)
  }

  var discipline: HTML {
    RadioGroup(
      name: "discipline",
      label: "Discipline",
      picks: Discipline.all.map { .init($0.name, $0.label) } + [.init("", "Not set")],
      chosen: value("discipline")
    ).html
  }

  /// Mental and physical readiness.
  var readiness: HTML {
    HTML([ClimbingScale.mental, .physical].map { scale($0, ["low", "", "", "", "high"]) })
  }

  /// Perceived exertion and pump.
  var exertion: HTML {
    HTML([
      scale(.exertion, ["easy"] + Array(repeating: "", count: 8) + ["hard"]),
      scale(.pump, ["none", "light", "some", "heavy", "maxed"]),
    ])
  }

  private func scale(_ scale: ClimbingScale, _ words: [String]) -> HTML {
    let numbers = zip(scale.range, words).map { RadioGroup.Pick("\($0)", "\($0)", $1) }
    return RadioGroup(
      name: scale.name,
      label: scale == .exertion ? "Effort (RPE)" : scale.label,
      picks: numbers + [.init("", "Not set")],
      chosen: value(scale.name),
      isNumeric: true
    ).html
  }

  /// Gym or crag, and whether it is outdoors.
  var place: HTML {
    """
    <div class="field"><label for="place">Gym or crag</label>
    <input id="place" name="place" list="places" autocomplete="off" maxlength="500" \
    value="\(value("place"))"><datalist id="places">\
    \(fragment: HTML(places.map { "<option value=\"\($0)\"></option>" }))</datalist></div>
    \(fragment: outdoor)
    """
  }

  private var outdoor: HTML {
    RadioGroup(
      name: "outdoor",
      label: "Indoors or outdoors",
      picks: [.init("no", "Indoors"), .init("yes", "Outdoors"), .init("", "Not set")],
      chosen: value("outdoor")
    ).html
  }

  var partners: HTML {
    Field.text("partners", "Partners", value("partners"), hint: "Separate names with commas")
  }

  /// Conditions, temperature and humidity.
  var conditions: HTML {
    """
    \(fragment: Field.text("conditions", "Conditions", value("conditions"), hint: "dry, windy"))
    <div class="pair">
    \(fragment: Field.text("temperature", "Temperature (°C)", value("temperature")))
    \(fragment: Field.number("humidity", "Humidity (%)", value("humidity")))
    </div>
    """
  }

  /// Whether other people can see the session.
  var privacy: HTML {
    let picks = RadioGroup(
      name: "private",
      label: "Visibility",
      picks: [.init("yes", "Only me"), .init("no", "Everyone here")],
      chosen: value("private").isEmpty ? "yes" : value("private")
    )
    return "\(fragment: picks.html)\(fragment: isAmongOthers ? others : nil)"
  }

  private var others: HTML {
    """
    <p class="quiet">Everyone with an account on this server finds it under <a href="/people">People</a>: \
    when and where it was, and the climbs. Notes, partners and how it felt stay private.</p>
    """
  }
}

extension Climbing {
  /// Returns the value of a field of ``ClimbingFields``.
  func text(of field: String) -> String {
    switch field {
    case "discipline": discipline?.name ?? ""
    case "outdoor": isOutdoor.map { $0 ? "yes" : "no" } ?? ""
    case "private": isPrivate ? "yes" : "no"
    case "partners": partners.joined(separator: ", ")
    case "conditions": conditions ?? ""
    case "temperature": temperature.map(\.tenthsText) ?? ""
    default: ClimbingScale(name: field).flatMap { self[$0] }.map { "\($0)" } ?? ""
    }
  }
}

extension ClimbingEdit {
  /// Parses a form: a missing field changes nothing, an empty one clears; throws `request.field`.
  init(_ form: FormValues) throws(CairnError) {
    self.init()
    for scale in ClimbingScale.all where form[scale.name] != nil {
      let number =
        scale == .temperature ? try form.tenths(scale.name) : try form.number(scale.name)
      numbers.append((scale, number))
    }
    if let word = form["discipline"] { discipline = .some(Discipline(name: word)) }
    if let word = form["outdoor"] { isOutdoor = .some(word.isEmpty ? nil : word == "yes") }
    if let word = form["private"] { isPrivate = word != "no" }
    partners = try form.list("partners")
    conditions = form["conditions"] == nil ? nil : try form.text("conditions") ?? ""
  }
}

extension FormValues {
  /// Returns names separated by commas or semicolons; nil if the field is missing.
  func list(_ name: String) throws(CairnError) -> [String]? {
    guard self[name] != nil else { return nil }
    let parts = try text(name)?.split { $0 == "," || $0 == ";" } ?? []
    return parts.map { String($0) }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns a number with at most one decimal, in tenths; nil if the field is empty.
  fileprivate func tenths(_ name: String) throws(CairnError) -> Int64? {
    guard let text = try text(name, limit: 40) else { return nil }
    guard let tenths = Int64(tenths: text) else {
      throw CairnError(
        "request.field",
        "“\(text)” is not a temperature.",
        hint: "Write 12 or 12.5."
      )
    }
    return tenths
  }
}
