import Cairn
import CairnAccounts
import CairnJSON
import CairnStore

/// The findings of `cairn doctor` in the folder of a server with accounts.
private struct ServerDiagnosis: JSONModel {
  let machine: [MachineCheck]
  let accounts: [AccountDiagnosis]

  var isHealthy: Bool { machine.allSatisfy(\.isFine) && accounts.allSatisfy(\.isHealthy) }

  static let fields: JSONFields<ServerDiagnosis> = [
    .init("healthy", \.isHealthy),
    .list("machine", \.machine, MachineCheck.fields),
    .list("accounts", \.accounts, AccountDiagnosis.fields),
  ]
}

/// The findings about the log of one account.
private struct AccountDiagnosis: Sendable {
  let account: Account
  /// What was found in the log; nil if it cannot be opened.
  let log: Diagnosis?
  /// Why the log cannot be opened; nil if it can.
  let problem: String?

  var isHealthy: Bool { log?.isHealthy == true }

  /// The findings in a few words.
  var state: String {
    guard let log else { return problem ?? "" }
    let unread = log.report.unreadable.count
    let differing = log.hasRepaired ? [] : log.report.tables.filter { !$0.isIdentical }.map(\.name)
    let repaired = log.repairedTables
    let words =
      (log.damage.isEmpty ? [] : ["damaged: \(log.damage[0])"])
      + (unread == 0 ? [] : ["\(counted(unread, "record")) unreadable"])
      + (differing.isEmpty ? [] : ["different: \(differing.joined(separator: ", "))"])
      + (repaired.isEmpty ? [] : ["repaired: \(repaired.joined(separator: ", "))"])
    return words.isEmpty ? "ok" : words.joined(separator: "; ")
  }

  static let fields: JSONFields<AccountDiagnosis> = [
    .init("name", \.account.name),
    .init("id", \.account.id.record.text),
    .init("problem", \.problem),
    .object("log", orNull: \.log, Diagnosis.fields),
  ]
}

extension CommandContext {
  /// Checks this machine and the log of each account; throws `account.in_use` while a server uses them.
  func checkServer(repairs: Bool) async throws -> ExitCode {
    let machine = machineChecks
    if !wantsData { output.print(Self.table(of: machine)) }
    let accounts = try await directory.withAccountsLock(alone: true) {
      try await diagnoses(repairs: repairs)
    }
    let found = ServerDiagnosis(machine: machine, accounts: accounts)
    if wantsData { output.print(data: found) } else { show(accounts) }
    return found.isHealthy ? .done : .refused
  }

  private func diagnoses(repairs: Bool) async throws -> [AccountDiagnosis] {
    var found: [AccountDiagnosis] = []
    for account in try await accountFiles().0.all() {
      do {
        let log = try await translated { try await diagnosis(of: account, repairs: repairs) }
        found.append(AccountDiagnosis(account: account, log: log, problem: nil))
      } catch let error as CairnError {
        found.append(AccountDiagnosis(account: account, log: nil, problem: error.message))
      }
    }
    return found
  }

  private func diagnosis(of account: Account, repairs: Bool) async throws -> Diagnosis {
    let folder = directory.folder(of: account.id)
    let log = try await folder.openExistingLog(environment)
    let found = try await examine(log, in: folder, repairs: repairs)
    await log.close()
    return found
  }

  private func show(_ accounts: [AccountDiagnosis]) {
    var table = Table(
      .init("account"),
      .init("records", isNumber: true),
      .init("state", canShrink: true)
    )
    for one in accounts {
      let records = one.log.map { "\($0.report.records)" } ?? ""
      let state = Table.Cell(one.state, one.isHealthy ? nil : .warning)
      table.append(.init(one.account.name), .init(records), state)
    }
    output.print("")
    output.print(table)
  }
}
