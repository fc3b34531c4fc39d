import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension SessionContextEdit {
  static let moodBeforeField = SchemaField(
    "mood_before",
    .integer(SessionContext.moods),
    "the mood before, 1 to 5"
  )
  static let moodAfterField = SchemaField(
    "mood_after",
    .integer(SessionContext.moods),
    "the mood after, 1 to 5"
  )
  static let locationField = SchemaField("place", .text, "the place")

  /// Reads the requested fields; all must be declared.
  init(_ input: Input, before: Bool = true, after: Bool = true) {
    self.init()
    if before { moodBefore = input.editedNumber("mood_before") }
    if after { moodAfter = input.editedNumber("mood_after") }
    place = input.edited("place")
  }
}
