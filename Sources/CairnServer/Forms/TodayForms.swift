import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

/// The handlers of the Today page and its forms.
///
/// A successful form redirects with GET, so that a reload repeats nothing; a rejected one shows the page
/// again with the values typed.
enum TodayForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: TodayPage(try await Today(context)).html)
  }

  /// An open session alone; one that ended, or of climbing, has its page elsewhere.
  static let focus: Handler = { context in
    let row = try await context.session()
    guard row.endedAt == nil, row.kind != Climbing.kind else {
      return .seeOther("/sessions/\(row.id.record.text)")
    }
    return HTTPResponse(.ok, page: FocusPage(try await Today(context), row).html)
  }

  /// Saves what the first page asks: activities, time zone and grade scales.
  static let welcome: Handler = { context in
    try await handle(context, .welcome) { form in
      let scales = [Setting.boulderScale, .routeScale].filter { form[$0.name] != nil }
      let activities = try form.activities(context.modules)
      try await context.setZone(form)
      let values = scales.map { ($0, form[$0.name]) } + [(.activities, activities.text)]
      try await context.apply(context.key(in: form)) { writer in
        let changed = values.filter { $0.1 != $0.0.standard || $0.0 == .activities }
        try ChangeSettings(changed).run(in: writer)
      }
    }
  }

  static let start: Handler = { context in
    try await handle(context, .start) { form in
      let start = try StartReading(
        BookChoice(form.filled),
        form.filled,
        zone: context.zone.name
      )
      try await context.start(form, once: context.key(in: form)) { (store) throws(CairnError) in
        try start.run(in: store)
      }
    }
  }

  static let pause: Handler = { context in
    try await handle(context, .timer) { form in
      let pause = PauseSession(try context.sessionID())
      try await context.run(once: context.key(in: form)) { try pause.run(in: $0).id }
    }
  }

  static let resume: Handler = { context in
    try await handle(context, .timer) { form in
      let resume = ResumeSession(try context.sessionID())
      try await context.run(once: context.key(in: form)) { try resume.run(in: $0).id }
    }
  }

  static let stop: Handler = { context in
    var response = try await handle(context, .stop) { form in
      var request = try StopRequest(form, context)
      request.stop.details = try Fields(form.touched, context.modules)
      request.recordsQuestion = true
      _ = try await request.run(context, once: context.key(in: form))
    }
    guard response.status == .seeOther else { return response }
    if let row = try await context.log.session(context.sessionID()),
      let path = try await FinishPage.path(after: row, context)
    {
      return context.done(context.key(in: try context.form()), at: path)
    }
    guard try await context.log.question(shownAfter: context.sessionID()) != nil else {
      return response
    }
    // The next page shows a question, at most once; the address names the session it follows.
    let after = try context.sessionID().record.text
    response.fields.change { line in
      line.name == "location" ? ReturnPath.with("after", after, line.value) : line.value
    }
    return response
  }

  static let discard: Handler = { context in
    try await handle(context, .discard) { form in
      let id = try context.sessionID()
      try await context.apply(context.key(in: form)) { try DiscardSession(id).run(in: $0) }
    }
  }

  private static func handle(
    _ context: AuthenticatedContext,
    _ formID: FormError.FormID,
    _ action: (FormValues) async throws -> Void
  ) async throws -> HTTPResponse {
    let form = try context.form()
    do {
      try await action(form)
      return formID == .stop || formID == .discard
        ? context.done(context.key(in: form), at: "/") : .seeOther(LocalRedirect(form["back"]).text)
    } catch let error as CairnError {
      let formError = FormError(context, formID: formID, error: error, typed: form)
      let problem = Problem(error)
      return HTTPResponse(problem.status, page: TodayPage(try await Today(context, formError)).html)
    }
  }
}

extension AuthenticatedContext {
  /// Starts a session, after the end of the open one that the form names.
  @discardableResult
  func start(
    _ form: FormValues,
    once key: RequestKey?,
    _ start: @escaping @Sendable (LogWriter) throws(CairnError) -> SessionID
  ) async throws -> String {
    let open = form["finish"].flatMap { RecordID(text: $0) }.map { SessionID($0) }
    let zone = zone.name
    return try await run(once: key) { (store) throws(CairnError) in
      try store.start(after: open, zone: zone, start)
    }
  }
}

extension StopRequest {
  /// Parses the common fields of all forms that stop a session; throws `request.field`.
  ///
  /// An untouched or missing note stays unchanged.
  init(_ sent: FormValues, _ context: AuthenticatedContext) throws(CairnError) {
    stop = try StopSession(
      try context.sessionID(),
      sent.touched,
      zone: context.zone.name,
      replacesNote: true
    )
    stop.allowsShort = sent["allow_short"] == "yes"
    if !stop.keepsFullTime, let ended = try sent.touched.text("ended") {
      stop.at = try WallClock(zone: context.zone, now: context.now).instant(ended, name: "ended")
    }
  }
}
