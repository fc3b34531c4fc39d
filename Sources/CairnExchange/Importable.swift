public import Cairn

/// The parsed contents of a file, ready to be compared with a log.
public protocol Importable: Sendable {
  /// Returns the plan of the import.
  func plan(in context: ImportContext) -> ImportPlan
}

/// The log and the time that an import is planned for.
public struct ImportContext: Sendable {
  /// The books of the log.
  public let books: LibraryIndex
  /// The stories of the log.
  public let stories: StoryIndex
  /// The person's time zone.
  public let zone: ZoneRules
  /// Returns another time zone by name; nil if the system does not have it.
  public let zones: @Sendable (String) -> ZoneRules?
  /// The hour at which the person's days start.
  public let dayStartHour: Int64
  /// The current time.
  public let now: Instant

  /// Creates the context of an import.
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

/// Reading sessions of books from a file.
public protocol ImportableReading: Importable {
  /// Returns the plan of importing the sessions into a library; days in `zone` start at `dayStartHour`.
  func plan(
    for library: LibraryIndex,
    zone: ZoneRules,
    dayStartHour: Int64,
    now: Instant
  ) -> ImportPlan
}

extension ImportableReading {
  /// Returns the plan of the import.
  public func plan(in context: ImportContext) -> ImportPlan {
    plan(
      for: context.books,
      zone: context.zone,
      dayStartHour: context.dayStartHour,
      now: context.now
    )
  }
}

extension KOReaderStatistics: ImportableReading {}
extension KoboLibrary: ImportableReading {}
extension ReadingSessionTable: ImportableReading {}

extension ImportedLogbook: Importable {
  /// Returns the plan of the import.
  public func plan(in context: ImportContext) -> ImportPlan {
    plan(zone: context.zone, dayStartHour: context.dayStartHour, now: context.now)
  }
}

extension ImportedHistory: Importable {
  /// Returns the plan of the import.
  public func plan(in context: ImportContext) -> ImportPlan {
    plan(for: context.stories, zone: context.zone, zones: context.zones, now: context.now)
  }
}
