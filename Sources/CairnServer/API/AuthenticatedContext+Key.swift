import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// The idempotency key of the request, or nil; throws `request.field` for one that is none.
  func key() throws(CairnError) -> RequestKey? {
    guard let name = try keyName() else { return nil }
    return key(named: name)
  }

  /// A key that stands for this very request.
  func key(named name: String, isOneOfAKind: Bool = false) -> RequestKey {
    let asked = "\(request.method.name) \(request.target)\n"
    let bytes = Array(asked.utf8) + request.body
    return RequestKey(name, request: bytes, isOneOfAKind: isOneOfAKind)
  }
}

extension RequestScoped {
  /// What the client calls its request, or nil; throws `request.field` for what is no such name.
  func keyName() throws(CairnError) -> String? {
    guard request.fields.count(of: "idempotency-key") > 0 else { return nil }
    guard let name = request.fields["idempotency-key"], (1...200).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .field("Idempotency-Key", "takes 1 to 200 letters, digits and signs") }
    return name
  }
}

extension HTTPResponse {
  /// Data for a program.
  init(_ status: HTTPStatus, json: String) {
    self.init(status, type: "application/json", text: json)
  }
}
