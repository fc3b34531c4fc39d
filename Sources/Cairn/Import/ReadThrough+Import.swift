extension ReadThrough {
  /// Creates a read-through from a file; dates that the file does not contain stay unknown.
  ///
  /// `ended` is the finish date, or the stop date for any other outcome. It is ignored while the
  /// read-through is open.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    started: PartialDay?,
    ended: PartialDay?,
    outcome: Outcome?
  ) {
    self.init(id: id, entry: entry, started: started)
    self.outcome = outcome
    if outcome == .finished { finished = ended } else if outcome != nil { stopped = ended }
  }
}
