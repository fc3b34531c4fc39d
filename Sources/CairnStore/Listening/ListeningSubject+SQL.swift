import Cairn
import CairnSQL
import CairnReports

extension ListeningSubject {
  /// Reads the details; nil if the session is of another kind.
  init?(_ row: any SQLRow) throws {
    guard let story: Identifier<Story> = try row["story"] else { return nil }
    self.init(
      story: story,
      isCompleted: try row["is_completed"],
      startPosition: try row["start_position"],
      endPosition: try row["end_position"],
      speed: try row["speed"],
      duration: try row["duration"],
      isDayOnly: try row["is_day_only"]
    )
  }
}
