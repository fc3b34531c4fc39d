import Cairn
import CairnHTTP
import CairnStore

/// What the forms about climbing sessions do.
enum ClimbingForms {
  /// Starts one and leads to its page.
  static let start: Handler = { visit in
    let form = try visit.form()
    do {
      var start = ClimbingStart()
      start.climbing = try ClimbingEdit(form)
      start.sitting.place = try form.text("place")
      start.note = try form.text("note", limit: Shape.longTextLimit)
      let answer = try await start.run(visit, once: visit.key(in: form))
      guard case .string(let id)? = try JSON(parsing: Array(answer.utf8))["id"] else {
        return .seeOther("/")
      }
      return .seeOther("/sessions/\(id)")
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: .climbStart, error: error, typed: form)
      let page = TodayPage(try await Today(visit, mishap)).html
      return HTTPResponse(Problem(error).status, page: page)
    }
  }

  /// Ends one and leads to what it was.
  static let end: Handler = { visit in
    let form = try visit.form()
    let (id, key) = (try visit.sessionID(), visit.key(in: form))
    do {
      var end = try SessionEnd(form, visit)
      end.climbing = try ClimbingEdit(form.touched)
      _ = try await end.run(visit, id, once: key)
      return visit.done(key, at: "/sessions/\(id.record.text)")
    } catch let error as CairnError where error.code != "session.not_found" {
      let mishap = Mishap(visit, place: .end, error: error, typed: form)
      return try await SessionPages.refusal(visit, mishap)
    }
  }
}
