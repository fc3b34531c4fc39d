package import Cairn

/// Another program or device that sends to a person's log with a password of its own.
///
/// Its password is a ``Credential`` with the same id, whose scope permits the protocol of its kind and nothing else.
package struct Connection: Sendable, Equatable {
  /// The id, also of its credential.
  package let id: Identifier<Connection>
  /// The program.
  package let kind: Kind
  /// The label that the person chose, such as the device's name.
  package let name: String
  /// When it was created.
  package let createdAt: Instant
  /// When the person paused it; nil while it may send.
  package let pausedAt: Instant?
  /// When the program last sent a request, with a precision of a minute; nil before the first.
  package let contactAt: Instant?
  /// The number of sessions that it has added to the log.
  package let sessions: Int64
  /// Why its last file was refused, or what of it was skipped and why; nil if all of it was accepted.
  package let problem: String?
  /// Whether its password is still valid; a changed account password revokes it.
  package let isSignedIn: Bool

  /// The program of a connection.
  package struct Kind: Sendable, Hashable {
    /// The stored name.
    package let name: String
    /// The name of the program.
    package let label: String
    /// The only scope of its password.
    let scope: Credential.Scope

    /// The reading app KOReader.
    package static let koreader = Kind(name: "koreader", label: "KOReader", scope: .koreader)

    /// A climbing app for Supabase, in which the person signs in with the password of the account.
    package static let supabase = Kind(name: "supabase", label: "Climbing app", scope: .supabase)

    /// All kinds.
    package static let all = [koreader, supabase]
    /// The kinds that a person adds, with a password of their own.
    package static let withPassword = [koreader]
  }

  /// The maximum number per account.
  package static let limit = 20
  /// The maximum length of a name in bytes.
  package static let nameLimit = 100
}

extension Identifier<Connection> {
  /// The id of the credential.
  var credential: Identifier<Credential> { Identifier<Credential>(record) }
}
