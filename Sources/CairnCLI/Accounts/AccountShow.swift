import Cairn
import CairnAccounts
import CairnJSON

extension CommandContext {
  /// Lists accounts.
  func show(accounts: [Account]) {
    if wantsData { return output.print(data: accounts) }
    if accounts.isEmpty {
      return output.info("No accounts. Create one with `cairn account create NAME`.")
    }
    var table = Table([.init("name"), .init("since"), .init("zone")])
    for account in accounts {
      table.append([.init(account.name), .init(text(account.createdAt)), .init(account.zone)])
    }
    output.print(table)
  }

  /// Reports a new account.
  func show(created account: Account) {
    report("Created the account “\(account.name)”.", account)
  }

  /// Reports a changed password.
  func showPasswordChanged(_ account: Account) {
    report("Set a new password for “\(account.name)” and signed out all devices.", account)
  }

  /// Reports a deleted account.
  func show(removed account: Account) {
    report("Deleted the account “\(account.name)” and its log.", account)
  }

  private func report(_ sentence: String, _ account: Account) {
    wantsData ? output.print(data: account) : output.info(sentence)
  }
}
