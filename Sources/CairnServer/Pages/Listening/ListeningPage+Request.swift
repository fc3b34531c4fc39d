import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension ListeningPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["range", "done"])
    let frame = try await PageFrame(context)
    let (range, today) = (try context.listeningRange(), try await context.today())
    var filter = SessionFilter(limit: 10)
    filter.kind = Listening.kind
    self.init(
      frame: frame,
      overview: try await ListeningOverview(context.log, range, today: today, zone: context.zone),
      recent: try await context.log.sessions(filter).filter { $0.endedAt != nil },
      zones: SessionZones(context)
    )
  }
}

extension SharePage {
  init(_ context: AuthenticatedContext, _ formError: FormError? = nil, secret: String? = nil)
    async throws
  {
    let path = secret.map { context.sharedPath($0) }
    self.init(
      frame: try await PageFrame(context),
      shares: try await context.log.listeningShares(),
      link: path.map { context.origin + $0 },
      path: path,
      formError: formError
    )
  }
}

extension AuthenticatedContext {
  /// Returns the range in the query, by default a week; throws `request.field`.
  func listeningRange() throws(CairnError) -> ListeningRange {
    guard let word = target.query["range"] else { return .week }
    guard let range = ListeningRange(rawValue: word) else {
      throw .field("range", "takes week, month, year or all")
    }
    return range
  }

  /// The address of the server as the browser knows it, with its base path.
  fileprivate var origin: String {
    let scheme = server.dependencies.isSecure(request) ? "https" : "http"
    return "\(scheme)://\(request.fields["host"] ?? "")\(server.dependencies.base.text)"
  }
}
