import Cairn
import CairnHTTP
import CairnStore

extension AuthenticatedContext {
  /// Returns the request's idempotency key, or nil; throws `request.field` if it is malformed.
  func key() throws(CairnError) -> RequestKey? {
    guard let name = try keyName() else { return nil }
    return key(named: name)
  }

  /// Returns a key bound to the method, the target and the body of this request.
  func key(named name: String, isGloballyUnique: Bool = false) -> RequestKey {
    let requestLine = "\(request.method.name) \(request.target)\n"
    let bytes = Array(requestLine.utf8) + request.body
    return RequestKey(name, request: bytes, isGloballyUnique: isGloballyUnique)
  }
}

extension RequestScoped {
  /// Returns the value of `Idempotency-Key`, or nil; throws `request.field` if it is malformed.
  func keyName() throws(CairnError) -> String? {
    guard request.fields.count(of: "idempotency-key") > 0 else { return nil }
    guard let name = request.fields["idempotency-key"], (1...200).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .field("Idempotency-Key", "takes 1 to 200 letters, digits and signs") }
    return name
  }
}
