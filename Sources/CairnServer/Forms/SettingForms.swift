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
      try await context.setZone(form)
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

  static let activities: Handler = { context in
    try await handle(context, .activities) { form in
      let chosen = try form.activities(context.modules)
      return { try ChangeSettings([(.activities, chosen.text)]).run(in: $0) }
    }
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

extension AuthenticatedContext {
  /// Sets the time zone of a form where a page can change it; throws the error of an unknown zone.
  ///
  /// It belongs to the account or to this machine, so the log records nothing.
  func setZone(_ form: FormValues) async throws {
    guard let chosen = try form.text("zone"), chosen != zone.name else { return }
    if identity != nil {
      try await accountService().accounts.setZone(account().id, chosen)
    } else if let choose = server.dependencies.defaultZone?.choose {
      try await lease.folder.work { try choose(chosen) }
    }
  }
}

extension FormValues {
  /// Returns the checked activities; throws `request.field` without any.
  func activities(_ modules: [KindModule]) throws(CairnError) -> ChosenActivities {
    let kinds = modules.map(\.kind).filter { self["activity:" + $0.name] == "yes" }
    guard !kinds.isEmpty else { throw .choose("at least one activity") }
    return kinds.count == modules.count ? .all : ChosenActivities(kinds)
  }

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
