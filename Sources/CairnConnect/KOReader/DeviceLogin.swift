import CairnAccounts
package import CairnHTTP
import Cairn

/// The name and the password of a device, as KOReader sends them.
package struct DeviceLogin: Sendable {
  /// The name of the account.
  package let name: String
  /// The MD5 of the password as hexadecimal digits.
  package let secret: String

  /// Reads the fields `x-auth-user` and `x-auth-key` of progress sync, or HTTP's Basic authentication of WebDAV.
  ///
  /// Nil without either.
  package init?(_ request: HTTPRequest) {
    if let name = request.fields["x-auth-user"], let key = request.fields["x-auth-key"] {
      (self.name, secret) = (name, key)
      return
    }
    guard let value = request.fields["authorization"], value.lowercased().hasPrefix("basic "),
      let bytes = Base64.bytes(String(value.dropFirst(6))),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let name = String(validating: bytes[..<colon], as: UTF8.self),
      let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
    else { return nil }
    (self.name, secret) = (name, Accounts.deviceSecret(password))
  }
}
