import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The handlers of story pages and their forms.
enum StoryForms {
  static let list: Handler = { context in
    HTTPResponse(.ok, page: try await StoriesPage(context).html)
  }

  static let deleted: Handler = { context in
    try context.allowQuery(["done"])
    let frame = try await PageFrame(context)
    let page = DeletedList(
      frame: frame,
      .stories,
      try await context.log.deletedStories().map { .init($0) }
    )
    return HTTPResponse(.ok, page: page.html)
  }

  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await StoryPage(context).html)
  }

  static let add: Handler = { context in
    let form = try context.form()
    let key = context.key(in: form)
    do {
      let new = try NewStory(form)
      let path = try await context.log.write(once: key) { writer in
        "/stories/" + (try AddStory(new).run(in: writer)).id.record.text
      }
      return context.done(key, at: path)
    } catch let error as CairnError {
      let formError = FormError(context, formID: .stories, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await StoriesPage(context, formError).html
      )
    }
  }

  static let edit: Handler = { context in
    try await change(context) { form, id in
      let edit = try EditStory(id, form.saved)
      return { try edit.run(in: $0) }
    }
  }

  static let favorite: Handler = { context in
    try await change(context) { form, id in
      var edit = EditStory(id)
      edit.isFavorite = form["favorite"] == "yes"
      return { [edit] in try edit.run(in: $0) }
    }
  }

  static let delete: Handler = { context in
    try await change(context, at: "/stories") { _, id in { try DeleteStory(id).run(in: $0) } }
  }

  static let restore: Handler = { context in
    try await change(context) { _, id in { try RestoreStory(id).run(in: $0) } }
  }

  private typealias Rule = @Sendable (LogWriter) throws -> Void

  /// Applies a form to the story in the path and redirects to its page.
  private static func change(
    _ context: AuthenticatedContext,
    at path: String? = nil,
    _ rule: (FormValues, Identifier<Story>) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try context.form(), try context.storyID())
    let key = context.key(in: form)
    do {
      let rule = try rule(form, id)
      try await context.apply(key, rule)
      return context.done(key, at: path ?? "/stories/\(id.record.text)")
    } catch let error as CairnError where error.code != "story.not_found" {
      let formError = FormError(context, formID: .story, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await StoryPage(context, formError).html)
    }
  }
}

extension AuthenticatedContext {
  /// Returns the id of the story in the path; throws `story.not_found` for an invalid id.
  func storyID() throws(CairnError) -> Identifier<Story> {
    guard let id = captures["id"].flatMap({ RecordID(text: $0) }) else { throw .noStory(nil) }
    return Identifier(id)
  }
}
