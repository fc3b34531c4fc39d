import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension SettingsPage {
  /// Reads a page of Settings, with the error of one of its forms.
  init(_ context: AuthenticatedContext, _ tab: Tab, _ formError: FormError? = nil) async throws {
    let frame = try await PageFrame(context)
    self.init(
      frame: frame,
      tab: tab,
      conflicts: try await ConflictNotice(context.log, findsDuplicates: true),
      content: try await Self.content(context, tab, frame, formError)
    )
  }

  private static func content(
    _ context: AuthenticatedContext,
    _ tab: Tab,
    _ frame: PageFrame,
    _ formError: FormError?
  ) async throws -> HTML {
    let dependencies = context.server.dependencies
    switch tab {
    case .devices:
      return DeviceForms(
        frame: frame,
        devices: try await context.log.deviceNames(),
        hasWebhooks: dependencies.webhooks != nil,
        formError: formError
      ).html
    case .data: return DataSettings(backup: try await context.backupText(frame.clock)).html
    case .server: return ServerSettings(person: frame.person, version: dependencies.version).html
    default: return try await PersonalSettings(context, frame, formError).html
    }
  }
}

extension PersonalSettings {
  fileprivate init(
    _ context: AuthenticatedContext,
    _ frame: PageFrame,
    _ formError: FormError?
  ) async throws {
    let log = context.log
    let values = try await log.settings().map { ($0.setting.name, $0.value ?? $0.setting.standard) }
    let today = try await context.today()
    let activity = try await log.activity(nil, until: today)
    self.init(
      frame: frame,
      modules: context.modules,
      activities: try await log.chosenActivities(),
      values: Dictionary(values) { one, _ in one },
      minimum: try await log.streakRule().minimum(on: today),
      goals: try await Goals(of: log).now(activity, today: today),
      choosesZone: context.server.dependencies.defaultZone?.choose != nil,
      formError: formError
    )
  }
}

extension AuthenticatedContext {
  fileprivate func backupText(_ clock: WallClock) async throws -> String? {
    guard let backups = server.dependencies.backups else { return nil }
    let last = await backups.last(identity?.account.id.record.text ?? BackupScheduler.ownName)
    return "Last backup: " + (last.map(clock.text) ?? "none yet; one is made each day") + "."
  }
}

extension ChangesPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["done"])
    self.init(
      frame: try await PageFrame(context),
      lines: try await context.log.history(limit: 100),
      devices: try await context.log.deviceNames()
    )
  }
}
