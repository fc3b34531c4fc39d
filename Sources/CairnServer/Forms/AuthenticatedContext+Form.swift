import Cairn
public import CairnActions
public import CairnHTML
import CairnHTTP
import CairnStore

extension RequestScoped {
  /// Returns the values of a form body; throws `request.media_type` and `request.malformed`.
  func form() throws(CairnError) -> FormValues {
    guard request.mediaType == "application/x-www-form-urlencoded" else {
      throw CairnError(
        "request.media_type",
        "The request body is not a form.",
        hint: "Send it with Content-Type: application/x-www-form-urlencoded."
      )
    }
    guard let form = FormValues(request.body) else {
      throw .malformed("The form is malformed.")
    }
    return form
  }
}

extension AuthenticatedContext {
  /// Returns the values of a form body; throws also `request.wrong_log`.
  ///
  /// A form of another log arrives when somebody else signed in after the page was loaded.
  func form() throws(CairnError) -> FormValues {
    let form = try requestContext.form()
    guard let key = form["key"], let end = key.firstIndex(of: "."), key[..<end] != logName else {
      return form
    }
    throw CairnError(
      "request.wrong_log",
      "This page is out of date: the log was restored or replaced. Nothing was changed.",
      hint: "Copy what you entered, if you need it, and reload the page."
    )
  }

  /// The name of the log in the keys of forms.
  var logName: String { Stamp.text(ofNode: log.context.node) }

  /// Runs an act once for the key of its form.
  func apply(
    _ key: RequestKey?,
    _ act: @escaping @Sendable (LogWriter) throws -> Void
  ) async throws {
    _ = try await log.write(once: key) { writer in
      try act(writer)
      return ""
    }
  }

  /// Returns the idempotency key of the form, so that a second tap on a button changes nothing more.
  ///
  /// Two tabs can show a page with the same keys, so the key includes a hash of the body.
  func key(in form: FormValues) -> RequestKey? {
    guard let name = form["key"], (1...128).contains(name.utf8.count) else { return nil }
    return key(named: "\(name) \(SHA256.hex(request.body))", isGloballyUnique: true)
  }
}

extension FormValues {
  /// Returns a text without surrounding whitespace; nil if it is empty.
  func text(_ name: String, limit: Int = 1_000) throws(CairnError) -> String? {
    guard let value = self[name] else { return nil }
    guard value.utf8.count <= limit else {
      throw .field(name, "takes a text of at most \(limit) bytes")
    }
    let text = trimmed(value)
    return text.isEmpty ? nil : text
  }

  /// Returns a whole number; nil if the field is empty.
  func number(_ name: String) throws(CairnError) -> Int64? {
    guard let text = try text(name, limit: 40) else { return nil }
    guard let number = Int64(text) else {
      throw CairnError(
        "request.field",
        "“\(text)” is not a whole number.",
        hint: "Write a number such as 212."
      )
    }
    return number
  }
}

extension FormValues: TypedInput {
  /// Returns the text of a field; nil if there is none.
  public func typed(_ name: String) -> String? { self[name] }

  /// The form without empty fields, because a new session has nothing to clear.
  var filled: FormValues { without(names.filter { self[$0]?.isEmpty ?? true }) }
}
