import Cairn
import CairnHTTP
import CairnStore

extension RequestScoped {
  /// The values of the form that was sent; throws `request.media_type` and `request.malformed`.
  func form() throws(CairnError) -> FormValues {
    guard request.mediaType == "application/x-www-form-urlencoded" else {
      throw CairnError(
        "request.media_type",
        "The body of the request is not a form.",
        hint: "Send it with Content-Type: application/x-www-form-urlencoded."
      )
    }
    guard let form = FormValues(request.body) else {
      throw .malformed("The form cannot be read.")
    }
    return form
  }
}

extension AuthenticatedContext {
  /// The values of the form that was sent; throws also `request.other_log` for one of a page about another
  /// log, as when somebody else has signed in meanwhile.
  func form() throws(CairnError) -> FormValues {
    let form = try requestContext.form()
    guard let key = form["key"], let end = key.firstIndex(of: "."), key[..<end] != logName else {
      return form
    }
    throw CairnError(
      "request.other_log",
      "This page was shown to somebody else, or before the log was restored, so nothing was changed.",
      hint: "Copy what you typed, if you need it, and open the page anew."
    )
  }

  /// What pages about the log are known by.
  var logName: String { Stamp.text(ofNode: log.context.node) }

  /// The key that the page gave to its forms, so that a second tap on a button does nothing more.
  ///
  /// Two tabs may show one page with the same keys, so what was typed belongs to the key.
  func key(in form: FormValues) -> RequestKey? {
    guard let name = form["key"], (1...128).contains(name.utf8.count) else { return nil }
    return key(named: "\(name) \(SHA256.hex(request.body))", isOneOfAKind: true)
  }
}

extension FormValues {
  /// A text without the spaces around it; nil when nothing is left.
  func text(_ name: String, limit: Int = 1_000) throws(CairnError) -> String? {
    guard let value = self[name] else { return nil }
    guard value.utf8.count <= limit else {
      throw .field(name, "takes a text of at most \(limit) bytes")
    }
    let spaces: (Character) -> Bool = { $0.isWhitespace }
    let rest = value.drop(while: spaces)
    let count = rest.reversed().prefix(while: spaces).count
    return rest.count == count ? nil : String(rest.dropLast(count))
  }

  /// A whole number; nil when nothing was typed.
  func number(_ name: String) throws(CairnError) -> Int64? {
    guard let text = try text(name, limit: 40) else { return nil }
    guard let number = Int64(text) else {
      throw CairnError("request.field", "“\(text)” is not a whole number.", hint: "")
    }
    return number
  }
}
