public import Cairn

/// What a file holds, ready to be held against a log.
public protocol Importable: Sendable {
  /// What importing it would do.
  func plan(at moment: ImportMoment) -> ImportPlan
}

/// The log and the time that a file is held against.
public struct ImportMoment: Sendable {
  /// The books of the log.
  public let books: LibraryIndex
  /// What the log has to listen to.
  public let stories: StoryIndex
  /// Where the person is.
  public let zone: ZoneRules
  /// Other zones, by name; nil for one that the system does not know.
  public let zones: @Sendable (String) -> ZoneRules?
  /// The hour at which the person's days begin.
  public let dayStartHour: Int64
  /// The present.
  public let now: Instant

  /// Notes a log and a time.
  public init(
    books: LibraryIndex,
    stories: StoryIndex,
    zone: ZoneRules,
    zones: @escaping @Sendable (String) -> ZoneRules?,
    dayStartHour: Int64,
    now: Instant
  ) {
    (self.books, self.stories, self.zone, self.zones) = (books, stories, zone, zones)
    (self.dayStartHour, self.now) = (dayStartHour, now)
  }
}

/// Reading that a file holds as sessions of books.
public protocol ImportableReading: Importable {
  /// What importing it would do to a library, with the zone of the person and the hour at which days begin.
  func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64,
    now: Instant
  ) -> ImportPlan
}

extension ImportableReading {
  /// What importing it would do.
  public func plan(at moment: ImportMoment) -> ImportPlan {
    plan(
      for: moment.books,
      zone: moment.zone,
      dayStartHour: moment.dayStartHour,
      now: moment.now
    )
  }
}

extension KOReaderStatistics: ImportableReading {}
extension KoboLibrary: ImportableReading {}
extension TabledSessions: ImportableReading {}

extension ImportedLogbook: Importable {
  /// What importing the climbs would do.
  public func plan(at moment: ImportMoment) -> ImportPlan {
    plan(zone: moment.zone, dayStartHour: moment.dayStartHour, now: moment.now)
  }
}

extension ImportedHistory: Importable {
  /// What importing the listening would do.
  public func plan(at moment: ImportMoment) -> ImportPlan {
    plan(for: moment.stories, zone: moment.zone, zones: moment.zones, now: moment.now)
  }
}
