import Cairn
import CairnAccounts
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension SettingsPage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    let (frame, log) = (try await PageFrame(context), context.log)
    let values = try await log.settings().map { ($0.setting.name, $0.value ?? $0.setting.standard) }
    let today = try await context.today()
    let activity = try await log.activity(nil, until: today)
    self.init(
      frame: frame,
      server: try await Server(context, frame.clock),
      values: Dictionary(values) { one, _ in one },
      minimum: try await log.streakRule().minimum(on: today),
      goals: try await Goals(of: log).now(activity, today: today),
      conflicts: try await ConflictNotice(log, findsDuplicates: true),
      devices: try await log.deviceNames(),
      formError: formError
    )
  }
}

extension SettingsPage.Server {
  fileprivate init(_ context: AuthenticatedContext, _ clock: WallClock) async throws {
    let dependencies = context.server.dependencies
    self.init(
      version: dependencies.version,
      choosesZone: dependencies.defaultZone?.choose != nil,
      backup: try await context.backupText(clock),
      hasWebhooks: dependencies.webhooks != nil
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
