extension ReadThrough {
  /// Records a reading as a file tells of it; days it does not tell stay unknown.
  ///
  /// `ended` is the day it was finished, or for any other outcome the day it was laid aside; it
  /// means nothing while the reading is open.
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
