import Cairn

extension CairnError {
  /// Returns the same error with a hint for the command that was typed.
  ///
  /// The libraries do not know about commands. Every command in a hint can be typed as shown, and an
  /// option appears only if the typed command accepts it.
  func withHint(_ typed: Invocation) -> CairnError {
    let hint = Self.nextStep(self, typed) ?? hint
    return with(hint: hint.namingDirectory(typed.value("data-dir")))
  }

  /// Replaces the library's wording with the options `--scale` and `--discipline`.
  private static func grade(_ hint: String) -> String {
    let named = hint.replacing("name that scale, ", with: "add --scale ")
      .replacing("name its discipline, ", with: "add --discipline ")
    return named == hint ? "\(hint) Use --scale for another scale." : named
  }

  private static func nextStep(_ error: CairnError, _ typed: Invocation) -> String? {
    switch error.code.prefix(while: { $0 != "." }) {
    case "session": session(error, typed)
    case "reading": reading(error.code, typed)
    case "history": history(error.code, typed)
    case "goal": goal(error.code)
    case "sync" where error.code == "sync.insecure":
      "Use https://, or add --insecure if you trust the network."
    case "grade" where typed.takes("scale"):
      grade(error.hint)
    default: nil
    }
  }

  private static func session(_ error: CairnError, _ typed: Invocation) -> String? {
    switch error.code {
    case "session.overlap":
      if error.message.contains(", open since ") {
        "Choose another time, or stop that session first with `cairn stop`."
      } else if typed.takes("adjust") {
        "Choose another time, or trim the other session with --adjust."
      } else {
        "Choose another time, or edit the other session first with `cairn edit`."
      }
    case "session.too_short":
      "Give a longer time, or delete the session with `cairn delete`."
    case "session.already_running":
      "Stop it with `cairn stop`, or discard it with `cairn cancel`."
    case "session.already_ended": "Start another, or edit this one with `cairn edit`."
    case "session.not_running": "Resume it with `cairn resume`, or stop it with `cairn stop`."
    case "session.not_paused": "Pause it with `cairn pause`, or stop it with `cairn stop`."
    case "session.still_open": "Stop it first with `cairn stop`."
    case "session.nothing_left": "Delete that session with `cairn delete`, or choose another time."
    case "session.time_before_segment" where typed.takes("at"):
      "Give the right time with --at if the system clock was set back. If it was wrong before, undo "
        + "the change with `cairn undo`, or set the start: "
        + "`cairn edit last --start TIME`."
    default: nil
    }
  }

  private static func reading(_ code: String, _ typed: Invocation) -> String? {
    switch code {
    case "reading.page_before_start":
      typed.takes("start-page")
        ? "Give your current page, or the start page with --start-page."
        : "Give your current page, or first correct the start page: "
          + "`cairn edit last --start-page N`."
    case "reading.page_beyond_end" where typed.takes("page-count"):
      "Check the number, or set the page count with --page-count."
    case "reading.invalid_position", "reading.page_beyond_end":
      "Check the number, or raise the page count with `cairn book pages`."
    case "reading.not_on_shelf":
      "Add it with `cairn book add`, or restore it with `cairn book restore`."
    case "reading.not_deleted": "List deleted books with `cairn shelf --deleted`."
    case "reading.merged": "Undo the merge with `cairn undo` and its id from `cairn history`."
    case "reading.shelf_not_found": "List shelves with `cairn shelves`."
    case "reading.tag_not_found": "List tags with `cairn tags`."
    case "reading.same_book": "Give two books; `cairn shelf` shows their ids."
    case "reading.edition_not_found", "reading.duplicate_edition":
      "List editions with `cairn edition list`."
    case "reading.reason_not_applicable": "Use the status did-not-finish, or remove --reason."
    case "reading.different_books":
      "Merge sessions of one reading; `cairn edit --book` moves one to the right book first."
    case "reading.session_open" where typed.takes("yes"):
      "Stop it with `cairn stop` to keep its time, or discard it with --yes."
    default: nil
    }
  }

  private static func goal(_ code: String) -> String? {
    switch code {
    case "goal.not_found": "List your goals with `cairn goal list`."
    case "goal.share_not_found": "List share goals with `cairn goal share`."
    default: nil
    }
  }

  /// Returns the hint for the first of some references that is a mere number.
  private static func numbered(_ words: [String]) -> String {
    let number = words.first { Int($0) != nil } ?? ""
    return NumberedReference.hint(number, orElse: "`cairn history` lists entries with their ids.")
  }

  private static func history(_ code: String, _ typed: Invocation) -> String? {
    switch code {
    case "history.changed_since": nil
    case "history.not_found": numbered(typed.rest)
    case "history.already_undone": "Redo it with `cairn redo` and its id."
    case "history.nothing_to_undo", "history.nothing_to_redo": "`cairn history` lists your changes."
    default: "`cairn history` lists entries with their ids."
    }
  }
}
