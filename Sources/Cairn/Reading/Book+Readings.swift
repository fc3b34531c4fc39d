extension Book {
  /// Begins to read the book again, as a reading of its own; all earlier ones stay as they are.
  ///
  /// The book is being read then, from its first page on. Throws `reading.already_open` when a
  /// reading is open, and what ``ReadThrough/setDays(started:finished:stopped:today:)`` does.
  public mutating func readAgain(
    from started: PartialDay?,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    try requireNoneOpen()
    var reading = ReadThrough(
      id: Identifier(newID()),
      entry: entry.id,
      started: nil,
      at: try? Position.page(0, of: pages)
    )
    try reading.setDays(started: started ?? PartialDay(today), finished: nil, today: today)
    reading.isStartAutomatic = started == nil
    readThroughs.append(reading)
    adopt(.reading)
  }

  /// Records a reading of the past that was finished; how the person stands to the book stays.
  ///
  /// Only a book that had no reading at all is read now. Throws what
  /// ``ReadThrough/setDays(started:finished:stopped:today:)`` does.
  public mutating func addReading(
    from started: PartialDay?,
    to finished: PartialDay,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    var reading = ReadThrough(id: Identifier(newID()), entry: entry.id, finished: nil)
    try reading.setDays(started: started, finished: finished, today: today)
    reading.position = lastPage
    if readThroughs.isEmpty { adopt(.read) }
    insert(reading)
  }

  /// Takes a reading out; its sessions are not touched.
  ///
  /// When it was the latest the book stands as the one before it left it. Throws
  /// `reading.no_such_reading`.
  public mutating func remove(_ id: Identifier<ReadThrough>) throws(CairnError) {
    let index = try index(of: id)
    let wasLatest = index == readThroughs.count - 1
    readThroughs.remove(at: index)
    guard wasLatest, !entry.status.waits else { return }
    adopt(readThroughs.last?.status ?? .toRead)
  }

  /// Brings a reading back that was taken out.
  ///
  /// When it is the latest the book stands as it left it. Throws `reading.already_open` when it
  /// is open and another one is, too.
  public mutating func bringBack(_ reading: ReadThrough) throws(CairnError) {
    if reading.outcome == nil { try requireNoneOpen() }
    insert(reading)
    if readThroughs.last?.id == reading.id { adopt(reading.status) }
  }

  /// Changes how a reading came to an end, and so how the person stands to the book.
  ///
  /// The date of its end stays, as that of the other kind of end. An outcome of nil opens it
  /// again. Throws `reading.no_such_reading` and `reading.already_open`.
  public mutating func setOutcome(
    _ outcome: ReadThrough.Outcome?,
    of id: Identifier<ReadThrough>
  ) throws(CairnError) {
    var book = self
    let index = try index(of: id)
    let isLatest = index == readThroughs.count - 1
    var reading = book.readThroughs.remove(at: index)
    if outcome == nil { try book.requireNoneOpen() }
    let end = reading.ended
    reading.outcome = outcome
    reading.isFinishAutomatic = false
    reading.finished = outcome == .finished ? end : nil
    reading.stopped = outcome == nil || outcome == .finished ? nil : end
    book.insert(reading)
    if isLatest || outcome == nil, let last = book.readThroughs.last { book.adopt(last.status) }
    self = book
  }

  package func index(of id: Identifier<ReadThrough>) throws(CairnError) -> Int {
    if let index = readThroughs.firstIndex(where: { $0.id == id }) { return index }
    throw CairnError(
      "reading.no_such_reading",
      "“\(work.title)” has no such reading.",
      hint: "`cairn book readings BOOK` lists them."
    )
  }

  private mutating func insert(_ reading: ReadThrough) {
    readThroughs.append(reading)
    readThroughs.sort { $0.precedes($1) }
  }

  private func requireNoneOpen() throws(CairnError) {
    guard let open = openReading else { return }
    throw CairnError(
      "reading.already_open",
      "“\(work.title)” is being read already\(open.started.map { ", since \($0.text)" } ?? "").",
      hint: "Finish that reading first, or lay it aside: `cairn book status BOOK to-read`."
    )
  }
}

extension ReadThrough {
  /// How the person stands to a book of which this is the latest reading.
  fileprivate var status: ReadingStatus {
    switch outcome {
    case nil: .reading
    case .finished: .read
    case .gaveUp: .didNotFinish
    default: .toRead
    }
  }
}
