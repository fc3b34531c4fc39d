package import Cairn
package import CairnHTML

/// The optional form fields of a climbing session.
package struct ClimbingFields {
  /// Returns the initial value of a field.
  package let value: (String) -> String
  /// Gyms and crags to suggest.
  package var places: [String] = []
  /// Whether the server has other people who could see the session.
  package var isAmongOthers = false

  /// The names of all fields except the place.
  package static var names: [String] {
    ["discipline", "outdoor", "private", "partners", "conditions"]
      + ClimbingScale.all.map { $0.name }
  }

  package var discipline: HTML {
    RadioGroup(
      name: "discipline",
      label: "Discipline",
      picks: Discipline.all.map { .init($0.name, $0.label) } + [.init("", "Not set")],
      chosen: value("discipline")
    ).html
  }

  /// Mental and physical readiness.
  package var readiness: HTML {
    HTML([ClimbingScale.mental, .physical].map { scale($0, ["low", "", "", "", "high"]) })
  }

  /// Perceived exertion and pump.
  package var exertion: HTML {
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
  package var place: HTML {
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

  package var partners: HTML {
    Field.text("partners", "Partners", value("partners"), hint: "Separate names with commas")
  }

  /// Conditions, temperature and humidity.
  package var conditions: HTML {
    """
    \(fragment: Field.text("conditions", "Conditions", value("conditions"), hint: "dry, windy"))
    <div class="pair">
    \(fragment: Field.text("temperature", "Temperature (°C)", value("temperature")))
    \(fragment: Field.number("humidity", "Humidity (%)", value("humidity")))
    </div>
    """
  }

  /// Whether other people can see the session.
  package var privacy: HTML {
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
  package func text(of field: String) -> String {
    switch field {
    case "discipline": discipline?.name ?? ""
    case "outdoor": isOutdoor.map { $0 ? "yes" : "no" } ?? ""
    case "private": isPrivate ? "yes" : "no"
    case "partners": partners.joined(separator: ", ")
    case "conditions": conditions ?? ""
    case "temperature": temperature.map { $0.tenthsText } ?? ""
    default: ClimbingScale(name: field).flatMap { self[$0] }.map { "\($0)" } ?? ""
    }
  }
}
