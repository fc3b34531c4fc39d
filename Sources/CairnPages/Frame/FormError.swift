package import Cairn
package import CairnHTML

/// The error of a rejected form: the form, the reason and the values typed.
package struct FormError: Sendable {
  package enum FormID {
    case start, timer, stop, discard, edit, split, merge, delete, book, about, settings, goals
    case columns, work, move, climb, attempt, climbStart, end, logbook
    case listenStart, listenEnd, story, stories, share, webhook, question, author, facts
    case shareGoal, device, activityStart, typedLine, past, rating, welcome, activities
    case connection
  }

  package let formID: FormID
  /// The session the form is about.
  package let session: SessionID?
  package let error: CairnError
  package let typed: FormValues

  /// Creates the error.
  package init(formID: FormID, session: SessionID?, error: CairnError, typed: FormValues) {
    (self.formID, self.session, self.error) = (formID, session, error)
    self.typed = typed
  }
}

extension FormError? {
  /// Returns the error if it belongs to the form.
  func at(_ formID: FormError.FormID) -> FormError? {
    flatMap { $0.formID == formID ? $0 : nil }
  }
}
