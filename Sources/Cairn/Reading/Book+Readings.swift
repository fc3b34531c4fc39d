extension Book {
  /// Starts a new read-through; all earlier ones stay unchanged.
  ///
  /// The book is then in progress, from page 0. Throws `reading.already_open` if a read-through is
  /// open, and the errors of ``ReadThrough/setDays(started:finished:stopped:today:)``.
  public mutating func reread(
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
    setStatus(.reading)
  }

  /// Adds a finished read-through of the past; the status of the book stays.
  ///
  /// Only a book without any read-through becomes read. Throws the errors of
  /// ``ReadThrough/setDays(started:finished:stopped:today:)``.
  public mutating func addReading(
    from started: PartialDay?,
    to finished: PartialDay,
    today: LocalDay,
    newID: () -> RecordID
  ) throws(CairnError) {
    var reading = ReadThrough(id: Identifier(newID()), entry: entry.id, finished: nil)
    try reading.setDays(started: started, finished: finished, today: today)
    reading.position = lastPage
    if readThroughs.isEmpty { setStatus(.read) }
    insert(reading)
  }

  /// Removes a read-through; its sessions stay unchanged.
  ///
  /// If it was the latest one, the book gets the status of the one before. Throws
  /// `reading.read_through_not_found`.
  public mutating func remove(_ id: Identifier<ReadThrough>) throws(CairnError) {
    let index = try index(of: id)
    let wasLatest = index == readThroughs.count - 1
    readThroughs.remove(at: index)
    guard wasLatest, !entry.status.isPlanned else { return }
    setStatus(readThroughs.last?.status ?? .toRead)
  }

  /// Restores a read-through that was removed.
  ///
  /// If it is the latest one, the book gets its status. Throws `reading.already_open` if it is open
  /// and another one is open too.
  public mutating func restore(_ reading: ReadThrough) throws(CairnError) {
    if reading.outcome == nil { try requireNoneOpen() }
    insert(reading)
    if readThroughs.last?.id == reading.id { setStatus(reading.status) }
  }

  /// Changes the outcome of a read-through, and with it the status of the book.
  ///
  /// The end date is kept for the new outcome. A nil outcome reopens the read-through. Throws
  /// `reading.read_through_not_found` and `reading.already_open`.
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
    if isLatest || outcome == nil, let last = book.readThroughs.last { book.setStatus(last.status) }
    self = book
  }

  package func index(of id: Identifier<ReadThrough>) throws(CairnError) -> Int {
    if let index = readThroughs.firstIndex(where: { $0.id == id }) { return index }
    throw CairnError(
      "reading.read_through_not_found",
      "“\(work.title)” has no such reading.",
      hint: "List readings with `cairn book readings BOOK`."
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
      "“\(work.title)” already has an open reading\(open.started.map { ", started \($0.text)" } ?? "").",
      hint:
        "Finish that reading first, or set the book to to-read with `cairn book status BOOK to-read`."
    )
  }
}

extension ReadThrough {
  /// The status of a book with this as its latest read-through.
  fileprivate var status: ReadingStatus {
    switch outcome {
    case nil: .reading
    case .finished: .read
    case .gaveUp: .didNotFinish
    default: .toRead
    }
  }
}
