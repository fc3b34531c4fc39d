import Cairn

extension CairnError {
  /// Returns the same error with a hint for the command that was typed.
  ///
  /// The libraries do not know about commands. Every command in a hint can be typed as shown, and an
  /// option appears only if the typed command accepts it.
  func withHint(_ typed: Invocation) -> CairnError {
    let hint = Self.nextStep(self, typed) ?? hint
    return CairnError(code, message, hint: hint.namingDirectory(typed.value("data-dir")))
  }

  /// Replaces the library's wording with the options `--scale` and `--discipline`.
  private static func grade(_ hint: String) -> String {
    let named = hint.replacing("name that scale, ", with: "add --scale ")
      .replacing("name its discipline, ", with: "add --discipline ")
    return named == hint ? "\(hint) Another scale is named with --scale." : named
  }

  private static func nextStep(_ error: CairnError, _ typed: Invocation) -> String? {
    switch error.code.prefix(while: { $0 != "." }) {
    case "session": session(error, typed)
    case "reading": reading(error.code, typed)
    case "history": history(error.code, typed)
    case "grade" where typed.takes("scale"):
      grade(error.hint)
    default: nil
    }
  }

  private static func session(_ error: CairnError, _ typed: Invocation) -> String? {
    switch error.code {
    case "session.overlap":
      if error.message.hasSuffix("is still open.") {
        "Choose another time, or end that session first with `cairn stop`."
      } else if typed.takes("adjust") {
        "Choose another time, or let the other session make room with --adjust."
      } else {
        "Choose another time, or change the other session first with `cairn edit`."
      }
    case "session.too_short":
      if typed.path[0] == "stop" {
        "Let it run on, throw it away with `cairn cancel`, or keep it with --allow-short."
      } else if typed.takes("allow-short") {
        "Give a longer time, or keep it with --allow-short."
      } else {
        "Give a longer time, or delete the session with `cairn delete`."
      }
    case "session.already_running":
      "Stop it with `cairn stop`, or throw it away with `cairn cancel`."
    case "session.already_ended": "Start another, or change this one with `cairn edit`."
    case "session.not_running": "Go on with `cairn resume`, or end it with `cairn stop`."
    case "session.not_paused": "Interrupt it with `cairn pause`, or end it with `cairn stop`."
    case "session.still_open": "End it first with `cairn stop`."
    case "session.swallowed": "Delete that session with `cairn delete`, or choose another time."
    case "session.time_before_segment" where typed.takes("at"):
      "If the clock was set back, give the right time with --at; if it was wrong before, take back "
        + "what it noted with `cairn undo`, or say when the session started: "
        + "`cairn edit last --start TIME`."
    default: nil
    }
  }

  private static func reading(_ code: String, _ typed: Invocation) -> String? {
    switch code {
    case "reading.page_before_start":
      typed.takes("start-page")
        ? "Give the page you reached, or where you started with --start-page."
        : "Give the page you reached, or first correct where you started: "
          + "`cairn edit last --start-page N`."
    case "reading.page_beyond_end" where typed.takes("page-count"):
      "Check the number, or say with --page-count how many pages the book has."
    case "reading.invalid_position", "reading.page_beyond_end":
      "Check the number, or raise the page count with `cairn book pages`."
    case "reading.not_on_shelf":
      "Add it with `cairn book add`, or bring it back with `cairn book restore`."
    case "reading.not_deleted": "`cairn shelf --deleted` lists those that were deleted."
    case "reading.merged": "Undo the merge to part them: `cairn history` has its id."
    case "reading.no_such_shelf": "`cairn shelves` lists them."
    case "reading.no_such_tag": "`cairn tags` lists them."
    case "reading.same_book": "Name two books; `cairn shelf` shows their ids."
    case "reading.no_such_edition", "reading.same_edition":
      "`cairn edition list` shows those it has."
    case "reading.reason": "Use the status did-not-finish, or leave --reason out."
    case "reading.different_books":
      "Merge sessions of one reading; `cairn edit --book` moves one to the right book first."
    case "reading.session_open" where typed.takes("yes"):
      "Stop it with `cairn stop` so that its time is kept, or throw it away with --yes."
    default: nil
    }
  }

  private static func history(_ code: String, _ typed: Invocation) -> String? {
    switch code {
    case "history.changed_since": nil
    case "history.already_undone": "Bring it back with `cairn redo` and its id."
    default: "`cairn history` lists what was done, with ids."
    }
  }
}
