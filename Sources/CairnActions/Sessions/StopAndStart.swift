package import Cairn

extension RecordStore {
  /// Stops an open session to make room for another, starts that one and returns it; both are undone as one.
  ///
  /// Only starts if there is no such session or it has ended. Throws the errors of ``StopSession/run(in:)`` and of `start`; nothing
  /// changes then.
  package func start(
    after open: SessionID?,
    zone: String,
    _ start: (Self) throws(CairnError) -> SessionID
  ) throws(CairnError) -> SessionID {
    guard let open, let row = try summary(of: open), !row.timeline.isEnded else {
      return try start(self)
    }
    try StopSession(open, zone: zone).run(in: self)
    let stopped = title
    let id = try start(self)
    title = "\(stopped). \(title)"
    return id
  }
}
