import Cairn
import CairnServer
import CairnStore

extension Surroundings {
  /// Lists accounts.
  func show(accounts: [Account]) {
    if wantsJSON { return printJSON(accounts.map(\.json)) }
    if accounts.isEmpty {
      return output.say("No account. `cairn account create NAME` makes one.")
    }
    var table = Table(.init("name"), .init("since"), .init("zone"))
    for account in accounts {
      table.append(.init(account.name), .init(text(account.createdAt)), .init(account.zone))
    }
    output.print(table)
  }

  /// Says that an account was made.
  func show(made account: Account) {
    say("Made the account “\(account.name)”.", account)
  }

  /// Says that an account has another password.
  func show(secured account: Account) {
    say("“\(account.name)” has another password, and is signed out everywhere.", account)
  }

  /// Says that an account is gone.
  func show(removed account: Account) {
    say("Removed the account “\(account.name)” and its log.", account)
  }

  private func say(_ sentence: String, _ account: Account) {
    wantsJSON ? output.print(account.json.text) : output.say(sentence)
  }
}
