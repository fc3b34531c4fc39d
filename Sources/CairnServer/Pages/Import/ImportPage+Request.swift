import Cairn
import CairnExchange
import CairnHTTP
import CairnPages
import CairnReports

extension ImportPage {
  init(_ context: AuthenticatedContext, _ error: CairnError? = nil) async throws {
    self.init(
      frame: try await PageFrame(context),
      jobs: try await context.imports.all(of: context).map { ImportJobView($0) },
      formats: FileFormat.all.map(\.name),
      error: error
    )
  }
}

extension ImportJobPage {
  init(_ context: AuthenticatedContext, _ job: ImportJobState, _ formError: FormError? = nil)
    async throws
  {
    let frame = try await PageFrame(context)
    self.init(frame: frame, job: ImportJobView(job), formError: formError)
  }
}

extension ImportJobView {
  fileprivate init(_ job: ImportJobState) {
    self.init(id: job.id, format: job.format.name, createdAt: job.createdAt, state: job.state)
    (done, total, problem, isUnclear) = (job.done, job.total, job.problem, job.isUnclear)
    (imported, merged, entry) = (job.outcome.imported, job.outcome.merged, job.outcome.entry)
    columns = ColumnChoices(job)
    importsToWishlist = job.offersWishlist ? job.importsToWishlist : nil
  }
}

extension ColumnChoices {
  /// Creates the choices of a table; nil for other files.
  fileprivate init?(_ job: ImportJobState) {
    guard !job.columns.isEmpty else { return nil }
    let (mapping, listsSessions) = (job.outcome.mapping, job.format == .sessions)
    let fields = listsSessions ? ReadingSessionTable.fields : ColumnField.all.map(\.name)
    self.init(
      columns: job.columns,
      fields: fields.map { ($0, mapping?.columnNames[$0] ?? job.specified[$0]) },
      listsSessions: listsSessions
    )
    (dates, only, unused) = (job.dates?.name, job.only.first, mapping?.unused ?? [])
  }
}
