import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension DateEdits {
  static let members = [
    SchemaField("started", .date, "the start date, as precise as known"),
    SchemaField("finished", .date, "the finish date"),
    SchemaField("stopped", .date, "the date on which you stopped reading it unfinished"),
  ]

  /// Reads dates: an absent field keeps its value, null clears it.
  init(_ input: Input) {
    self.init()
    started = DateEdit(input, "started")
    finished = DateEdit(input, "finished")
    stopped = DateEdit(input, "stopped")
  }
}

extension DateEdit {
  fileprivate init(_ input: Input, _ name: String) {
    self = input.date(name).map { .set($0) } ?? (input.has(name) ? .clear : .keep)
  }
}

extension ReadingEdits {
  private static let outcomes: [String: ReadThrough.Outcome?] = [
    "finished": .finished, "gave_up": .gaveUp, "reset": .reset, "open": nil,
  ]

  static let members = [
    SchemaField(
      "outcome",
      .choice(outcomes.keys.sorted()),
      "the outcome; open while it is in progress"
    ),
    SchemaField("rating_quarters", .integer(1...20), "the rating in quarter stars"),
    SchemaField("reason", .text, "the reason for the outcome"),
  ]

  /// Reads the changes to a reading: an absent field keeps its value, null clears it.
  init(_ input: Input) {
    self.init()
    if let word = input.text("outcome") { outcome = Self.outcomes[word] }
    rating = input.editedNumber("rating_quarters")
    reason = input.edited("reason")
  }
}
