import CairnAccounts
import CairnHTTP

extension ClientAddress {
  /// Finds the client's address: that of the connection, or the one that trusted proxies report.
  ///
  /// Each proxy appends the address of its client to `X-Forwarded-For`. The last untrusted address counts, because
  /// the client can forge all entries before it.
  init(_ request: HTTPRequest, _ dependencies: ServerDependencies) {
    let forwarded: [String] = request.fields.lines.filter { $0.name == "x-forwarded-for" }
      .flatMap { line in line.value.split(separator: ",").map { $0.filter { $0 != " " } } }
    let route = forwarded + [request.address]
    let client = route.last(where: { !dependencies.isProxy($0) }) ?? request.address
    self = dependencies.network(client)
  }
}
