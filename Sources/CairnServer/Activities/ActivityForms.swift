import Cairn
import CairnActions
import CairnHTTP
import CairnPages

/// The form on the Today page that starts a session of an activity kind.
enum ActivityForms {
  static let start: Handler = { context in
    let form = try context.form()
    do {
      guard
        let module = context.modules.fielded.first(where: { $0.verb == context.captures["name"] })
      else { throw CairnError.noSuchPage }
      let start = StartActivity(module.kind, SessionStart(zone: context.zone.name))
      try await context.start(form, once: context.key(in: form)) { (store) throws(CairnError) in
        try start.run(in: store)
      }
      return .seeOther("/")
    } catch let error as CairnError where error.code != CairnError.noSuchPage.code {
      let formError = FormError(context, formID: .activityStart, error: error, typed: form)
      let page = TodayPage(try await Today(context, formError)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }
}
