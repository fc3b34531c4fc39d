import Cairn
import CairnHTTP
import CairnStore

/// The page Settings, and what the forms on it do.
enum SettingForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await SettingsPage(visit).html)
  }

  static let changes: Handler = { visit in
    HTTPResponse(.ok, page: try await ChangesPage(visit).html)
  }

  static let save: Handler = { visit in
    let (today, rule) = (try await visit.today(), try await visit.log.streakRule())
    return try await handle(visit, .settings) { sent in
      let form = sent.touched
      try await chooseZone(form, visit)
      let values = try Setting.all.compactMap { setting throws(CairnError) in
        try form.text(setting.name).map { (setting, $0) }
      }
      let dose = try form.dose(otherThan: rule.dose(on: today))
      let cadence = form["streakCadence"].flatMap { Cadence(name: $0) } ?? rule.cadence
      return { writer in
        try change(values, writer)
        if let dose { _ = try writer.set(StreakDose(cadence, dose, from: today)) }
      }
    }
  }

  /// Chooses another zone, where the page lets one be chosen; it is of this machine, so that no line
  /// of history tells of it.
  private static func chooseZone(_ form: FormValues, _ visit: Visit) async throws {
    guard let zone = try form.text("zone"), zone != visit.zone.name,
      let choose = visit.server.world.ownZone?.choose
    else { return }
    try await visit.lease.folder.work { try choose(zone) }
  }

  /// Changes what is another than before, in one line of history.
  private static func change(_ values: [(Setting, String)], _ writer: LogWriter) throws {
    let changed = try values.filter { try writer.setting($0.0) != $0.1 }
    for (setting, value) in changed { try writer.set(setting, to: value) }
    if changed.count > 1 {
      writer.title = "Set \(changed.map(\.0.name).joined(separator: ", "))"
    }
  }

  static let goal: Handler = { visit in
    let today = try await visit.today()
    return try await handle(visit, .goals) { form in
      guard let measure = form["measure"].flatMap({ Measure(name: $0) }) else {
        throw CairnError.field("measure", "takes what is counted")
      }
      guard let cadence = form["cadence"].flatMap({ Cadence(name: $0) }) else {
        throw CairnError.field("cadence", "takes how often")
      }
      let target = form["end"] == "yes" ? nil : Optional(try form.number("amount") ?? 0)
      let goal = try Goal(measure, cadence, target: target, from: today)
      return { writer in _ = try writer.set(goal) }
    }
  }

  static let device: Handler = { visit in
    let id = try visit.id("id")
    return try await handle(visit, .device) { form in
      let name = try form.text("name") ?? ""
      return { writer in try writer.name(name, device: id) }
    }
  }

  private typealias Rule = @Sendable (LogWriter) throws -> Void

  private static func handle(
    _ visit: Visit,
    _ place: Mishap.Place,
    _ rule: (FormValues) async throws -> Rule
  ) async throws -> HTTPResponse {
    let form = try visit.form()
    let key = visit.key(in: form)
    do {
      let rule = try await rule(form)
      _ = try await visit.log.write("Change a setting", once: key) { writer in
        try rule(writer)
        return ""
      }
      return visit.done(key, at: "/settings")
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: place, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await SettingsPage(visit, mishap).html)
    }
  }
}

extension FormValues {
  /// The least for a streak; nil when it is what it was; throws `setting.invalid`.
  fileprivate func dose(otherThan now: Dose) throws(CairnError) -> Dose? {
    guard let text = try text("streakDose"), text != now.text else { return nil }
    guard let dose = Dose(text: text) else {
      throw CairnError(
        "setting.invalid",
        "“\(text)” is no least for a streak.",
        hint: "Write any, 10 minutes, 20 pages or 3 sessions."
      )
    }
    return dose
  }
}
