import Cairn
import CairnServer
import CairnStore

extension CommandContext {
  /// Lists accounts, with the names of the databases that have their logs where there are several.
  func show(accounts: [Account], in shards: [Identifier<Account>: String]) {
    if wantsJSON { return printJSON(accounts.map { $0.json(in: shards[$0.id]) }) }
    if accounts.isEmpty {
      return output.say("No account. `cairn account create NAME` makes one.")
    }
    var columns = [Table.Column("name"), .init("since"), .init("zone")]
    if !shards.isEmpty { columns.append(.init("in")) }
    var table = Table(columns)
    for account in accounts {
      var cells = [Table.Cell(account.name), .init(text(account.createdAt)), .init(account.zone)]
      if !shards.isEmpty { cells.append(.init(shards[account.id] ?? Shards.home)) }
      table.append(cells)
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

extension Account {
  /// The account, with the name of the database of its log where that is not the one of the accounts.
  fileprivate func json(in shard: String?) -> JSON {
    guard let shard, case .object(let members) = json else { return json }
    return .object(members + [JSON.Member("shard", .string(shard))])
  }
}
