import Cairn
import CairnStore

/// The table `profiles`: the person’s own profile, which always exists.
///
/// What apps write is kept for them; the counts of followers and sends are not, because apps send back old ones.
struct ProfileRows: RowTable {
  private let records = RecordRows<AppProfile>("profiles")

  var name: String { records.name }

  var columns: [(name: String, type: RowType)] { records.columns }

  func rows(_ id: RecordID?, in source: ChangedRecords, _ owner: RowOwner) throws -> [Row] {
    let stored = try records.rows(nil, in: source, owner)
    guard stored.isEmpty else { return stored.map { with(owner, $0) } }
    let stamp = Stamp(time: 0, node: 0)
    let empty = Record(
      kind: AppProfile.recordKind,
      id: owner.id,
      fields: Fields(),
      stamp: stamp
    )
    let row = try records.row(of: ChangedRecord(record: empty, changedAt: 0), in: source, owner)
    return [row].compactMap(\.self).map { with(owner, $0) }
  }

  func row(of values: [String: RowValue], in source: ChangedRecords, _ owner: RowOwner) throws
    -> Row?
  {
    try records.row(of: values, in: source, owner)
  }

  func upsert(_ sent: [String: RowValue], in writer: LogWriter, _ owner: RowOwner) throws -> Row {
    var sent = sent
    if let day = owner.day(of: sent["climbing_since"]) { sent["climbing_since"] = day }
    for name in Self.counts { sent[name] = nil }
    return with(owner, try records.upsert(sent, in: writer, owner))
  }

  fileprivate static let counts = ["follower_count", "following_count", "send_count"]

  /// Fills in the names of the account where the app has set none.
  private func with(_ owner: RowOwner, _ row: Row) -> Row {
    row.filling(["handle": .text(owner.handle), "display_name": .text(owner.displayName)])
  }
}

extension RowOwner {
  /// The account name as apps want a handle: letters, digits and underscores, before the `@`.
  fileprivate var handle: String {
    let local = name.prefix { $0 != "@" }
    return String(local.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Returns the day of an instant that an app sends for a date, in the person’s zone; nil for another value.
  ///
  /// An app sends midnight there as UTC, which may be the day before (spec/climbing.md 4, trap c).
  fileprivate func day(of value: RowValue?) -> RowValue? {
    guard case .text(let text)? = value, let instant = Instant(listening: text) else { return nil }
    return .text(rules.day(at: instant).text)
  }
}

extension AppProfile: RowRecord {
  static let rowColumns: [RowColumn<AppProfile>] =
    [
      "handle", "photo_url", "home_zip", "display_name", "bio", "home_gym", "climbing_since",
      "favorite_style",
    ].map { RowColumn(kept: $0, .text) } + [
      RowColumn(kept: "preferred_grade_scale_boulder", .text).required(else: .text("V")),
      RowColumn(kept: "preferred_grade_scale_route", .text).required(else: .text("YDS")),
      RowColumn(kept: "is_public", .bool).required(else: .bool(false)),
      RowColumn(kept: "premium_expires_at", .time),
      RowColumn(kept: "premium_product_id", .text),
      RowColumn(kept: "premium_original_transaction_id", .text),
    ] + ProfileRows.counts.map { RowColumn(kept: $0, .integer).required(else: .integer(0)) }

  static func new(
    _ id: RecordID,
    _ values: RowValues,
    in writer: LogWriter,
    _ owner: RowOwner
  ) throws -> AppProfile {
    guard id == owner.id else { throw RecordRows<AppProfile>.otherOwner("profiles") }
    return AppProfile(id)
  }

  func apply(_ values: RowValues, in writer: LogWriter, _ owner: RowOwner) {}

  func ancestors(in source: ChangedRecords) -> [ChangedRecord] { [] }

  func title(_ change: RowChange) -> String { "Climbing profile \(change.rawValue)" }
}
