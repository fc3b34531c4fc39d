public import Cairn

extension ReadingEdits {
  private static let outcome = InputField.choice(
    "outcome",
    "The outcome; open while it is in progress",
    of: ["finished", "gave_up", "open", "reset"]
  ).kept
  private static let reason = InputField.text("reason", "The reason for the outcome").kept
  /// The fields.
  package static let fields = [outcome, BookEdit.Fields.rating, reason]

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    rating = try input.number(BookEdit.Fields.rating)
    reason = try input.text(Self.reason)
    switch try input.known(Self.outcome) {
    case "finished"?: outcome = .finished
    case "gave_up"?: outcome = .gaveUp
    case "reset"?: outcome = .reset
    case "open"?: outcome = .some(nil)
    default: break
    }
  }
}

extension DateEdits {
  private static let start = InputField.date("started", "The start date, as precise as known")
  private static let finish = InputField.date("finished", "The finish date")
  private static let stop = InputField.date(
    "stopped",
    "The date on which you stopped reading it unfinished"
  )
  /// The fields.
  package static let fields = [start, finish, stop]

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    self.init()
    started = try input.edit(of: Self.start)
    finished = try input.edit(of: Self.finish)
    stopped = try input.edit(of: Self.stop)
  }
}

extension AddReading {
  private static let started = InputField.date("started", "The start date; default today")
  private static let finished = InputField.date("finished", "The finish date")
  /// The fields.
  package static let fields = [started, finished]

  /// Reads the fields.
  public init(
    of book: Identifier<Entry>,
    _ input: some ActInput,
    zone: String
  ) throws(CairnError) {
    let (started, finished) = (try input.date(Self.started), try input.date(Self.finished))
    self.init(of: book, from: started, to: finished, zone: zone)
  }
}

extension ActInput {
  fileprivate func edit(of field: InputField) throws(CairnError) -> DateEdit {
    guard let text = try text(field) else { return .keep }
    return PartialDay(text: text).map { .set($0) } ?? .clear
  }
}
