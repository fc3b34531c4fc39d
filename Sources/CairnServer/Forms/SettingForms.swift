import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnAccounts
import CairnTransfer

/// The handlers of the pages of Settings and their forms.
enum SettingForms {
  /// Shows a page of Settings.
  static func show(_ tab: SettingsPage.Tab) -> Handler {
    { context in HTTPResponse(.ok, page: try await SettingsPage(context, tab).html) }
  }

  /// Redirects to the export that the form chooses.
  static let export: Handler = { context in
    guard let path = context.target.query["format"].flatMap(DataSettings.path(ofExport:)) else {
      throw CairnError.field("format", "takes an export of the list")
    }
    return .seeOther(path)
  }

  static let changes: Handler = { context in
    HTTPResponse(.ok, page: try await ChangesPage(context).html)
  }

  static let save: Handler = { context in
    let (today, rule) = (try await context.today(), try await context.log.streakRule())
    return try await handle(context, .settings) { sent in
      let form = sent.touched
      try await chooseZone(form, context)
      let values = try Setting.all.compactMap { setting -> (setting: Setting, value: String?)? in
        guard let value = try form.text(setting.name) else { return nil }
        return (setting, value)
      }
      let minimum = try form.minimum(otherThan: rule.minimum(on: today))
      let cadence = form["streakCadence"].flatMap { Cadence(name: $0) } ?? rule.cadence
      return { writer in
        // The page sends every value, and one that is only the default stays so.
        let changed = try values.filter { try writer.setting($0.setting) != $0.value }
        try ChangeSettings(changed).run(in: writer)
        guard let minimum else { return }
        try SetStreakMinimum(StreakMinimumSetting(cadence, minimum, from: today)).run(in: writer)
      }
    }
  }

  /// Sets the time zone where the page can change it; it belongs to this machine, so the log records nothing.
  private static func chooseZone(_ form: FormValues, _ context: AuthenticatedContext) async throws {
    guard let zone = try form.text("zone"), zone != context.zone.name,
      let choose = context.server.dependencies.defaultZone?.choose
    else { return }
    try await context.lease.folder.work { try choose(zone) }
  }

  static let goal: Handler = { context in
    let today = try await context.today()
    return try await handle(context, .goals) { form in
      guard let measure = form["measure"].flatMap({ Measure(name: $0) }) else {
        throw CairnError.choose("a unit")
      }
      guard let cadence = form["cadence"].flatMap({ Cadence(name: $0) }) else {
        throw CairnError.choose("a period")
      }
      let target = form["end"] == "yes" ? nil : Optional(try form.number("amount") ?? 0)
      let goal = try Goal(measure, cadence, target: target, from: today)
      return { try SetGoal(goal).run(in: $0) }
    }
  }

  static let device: Handler = { context in
    let id = try context.id("id")
    return try await handle(context, .device) { form in
      let name = try form.text("name") ?? ""
      return { try RenameDevice(name, device: id).run(in: $0) }
    }
  }

  private typealias Rule = @Sendable (LogWriter) throws -> Void

  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    _ rule: (FormValues) async throws -> Rule
  ) async throws -> HTTPResponse {
    let form = try context.form()
    let key = context.key(in: form)
    do {
      let rule = try await rule(form)
      try await context.apply(key, rule)
      let back = form["back"].map { LocalRedirect($0).text }
      return context.done(key, at: back ?? tab(formID).path)
    } catch let error as CairnError {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await SettingsPage(context, tab(formID), formError).html
      )
    }
  }

  /// Returns the page with the form.
  private static func tab(_ formID: FormError.FormID) -> SettingsPage.Tab {
    formID == .device ? .devices : .you
  }
}

extension FormValues {
  /// Returns the streak minimum; nil if it is unchanged; throws `setting.invalid`.
  fileprivate func minimum(otherThan now: StreakMinimum) throws(CairnError) -> StreakMinimum? {
    guard let typed = try text("streakMinimum") else { return nil }
    guard let minimum = typed == "none" ? StreakMinimum.anyTime : StreakMinimum(text: typed) else {
      throw CairnError(
        "setting.invalid",
        "“\(typed)” is not a daily minimum.",
        hint: "Enter none, 10 minutes, 20 pages or 3 sessions."
      )
    }
    return minimum == now ? nil : minimum
  }
}
