/// The profile that a climbing app shows of the person; Cairn keeps it for the app, in the field `row`.
public struct AppProfile: Recorded {
  /// `app_profile`.
  public static let recordKind = RecordKind("app_profile")
  /// The id: that of the account.
  public let recordID: RecordID

  /// Creates an empty profile.
  public init(_ id: RecordID) { recordID = id }

  /// Reads a profile from stored fields.
  public init(recordID: RecordID, fields: Fields) { self.recordID = recordID }

  /// Sets nothing: the values are those of the app.
  public func write(to fields: inout Fields) {}
}
