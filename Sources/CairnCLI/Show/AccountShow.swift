import Cairn
import CairnServer
import CairnStore

extension CommandContext {
  /// Lists accounts; with several databases, each with the name of the database that stores its log.
  func show(accounts: [Account], in shards: [Identifier<Account>: String]) {
    if wantsJSON { return printJSON(accounts.map { $0.json(in: shards[$0.id]) }) }
    if accounts.isEmpty {
      return output.say("No accounts. Create one with `cairn account create NAME`.")
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

  /// Reports a new account.
  func show(created account: Account) {
    say("Created the account “\(account.name)”.", account)
  }

  /// Reports a changed password.
  func show(accountWithHash account: Account) {
    say("Set a new password for “\(account.name)” and signed out all devices.", account)
  }

  /// Reports a deleted account.
  func show(removed account: Account) {
    say("Deleted the account “\(account.name)” and its log.", account)
  }

  private func say(_ sentence: String, _ account: Account) {
    wantsJSON ? output.print(account.json.text) : output.say(sentence)
  }
}

extension Account {
  /// The account as JSON, with the name of its shard when the log is not in the account database.
  fileprivate func json(in shard: String?) -> JSON {
    guard let shard, case .object(let members) = json else { return json }
    return .object(members + [JSON.Member("shard", .string(shard))])
  }
}
