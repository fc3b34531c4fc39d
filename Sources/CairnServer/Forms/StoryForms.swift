import Cairn
import CairnHTTP
import CairnStore

/// The pages of stories, and what the forms on them do.
enum StoryForms {
  static let list: Handler = { visit in
    HTTPResponse(.ok, page: try await StoriesPage(visit).html)
  }

  static let deleted: Handler = { visit in
    HTTPResponse(.ok, page: try await DeletedStoriesPage(visit).html)
  }

  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await StoryPage(visit).html)
  }

  static let add: Handler = { visit in
    let form = try visit.form()
    let key = visit.key(in: form)
    do {
      let new = try NewStory(form)
      let path = try await visit.log.write("Add a story", once: key) { writer in
        "/stories/" + (try writer.addStory(new)).id.record.text
      }
      return visit.done(key, at: path)
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: .stories, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await StoriesPage(visit, mishap).html)
    }
  }

  static let edit: Handler = { visit in
    try await change(visit) { form in
      let edit = try StoryEdit(form.saved)
      return { try edit.apply(to: $1, in: $0) }
    }
  }

  static let favorite: Handler = { visit in
    try await change(visit) { form in
      var edit = StoryEdit()
      edit.isFavorite = form["favorite"] == "yes"
      return { [edit] in try edit.apply(to: $1, in: $0) }
    }
  }

  static let delete: Handler = { visit in
    try await change(visit, at: "/stories") { _ in { try $0.deleteStory($1) } }
  }

  static let restore: Handler = { visit in
    try await change(visit) { _ in { try $0.restoreStory($1) } }
  }

  private typealias Rule = @Sendable (LogWriter, Identifier<Story>) throws -> Void

  /// Does to the story of the path what a form asks for, and leads back to its page.
  private static func change(
    _ visit: Visit,
    at path: String? = nil,
    _ rule: (FormValues) throws -> Rule
  ) async throws -> HTTPResponse {
    let (form, id) = (try visit.form(), try visit.storyID())
    let key = visit.key(in: form)
    do {
      let rule = try rule(form)
      _ = try await visit.log.write("Change a story", once: key) { writer in
        try rule(writer, id)
        return ""
      }
      return visit.done(key, at: path ?? "/stories/\(id.record.text)")
    } catch let error as CairnError where error.code != "story.not_found" {
      let mishap = Mishap(visit, place: .story, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await StoryPage(visit, mishap).html)
    }
  }
}

extension Visit {
  /// The id of the story that the path names; throws `story.not_found` for what is no id.
  func storyID() throws(CairnError) -> Identifier<Story> {
    guard let id = captures["id"].flatMap({ RecordID(text: $0) }) else { throw .noStory }
    return Identifier(id)
  }
}

extension NewStory {
  /// Reads the form that adds a story; throws `request.field`.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init(title: try form.text("title") ?? "")
    series = try form.text("series")
    author = try form.text("author")
    narrator = try form.text("narrator")
    duration = try form.length("duration")
  }
}

extension StoryEdit {
  /// Reads the form that corrects a story: a field that was emptied clears, and one that is not there stays.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    self.init()
    title = form["title"] == nil ? nil : try form.text("title") ?? ""
    series = form["series"] == nil ? nil : try form.text("series") ?? ""
    author = form["author"] == nil ? nil : try form.text("author") ?? ""
    narrator = form["narrator"] == nil ? nil : try form.text("narrator") ?? ""
    duration = form["duration"] == nil ? nil : .some(try form.length("duration"))
  }
}
