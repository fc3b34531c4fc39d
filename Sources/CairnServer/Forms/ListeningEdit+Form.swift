import Cairn
import CairnHTTP
import CairnStore

extension ListeningEdit {
  /// Reads a form: a field that is not there stays, one that is empty clears; throws
  /// `request.field`.
  ///
  /// A place that still reads as it was shown was not touched, so its milliseconds stay.
  init(_ form: FormValues, of row: SessionRow? = nil) throws(CairnError) {
    self.init()
    start = try form.place("from", row?.listening?.startPosition)
    position = try form.place("to", row?.listening?.endPosition)
    if let word = form["speed"] { speed = .some(try FormValues.speed(word)) }
    if form["heard"] != nil { isCompleted = form["heard"] == "yes" }
  }
}

extension FormValues {
  /// A place in audio: nil when the field is not there or was not touched, an inner nil when it is
  /// empty; throws `request.field`.
  fileprivate func place(
    _ name: String,
    _ shown: Milliseconds?
  ) throws(CairnError) -> Milliseconds?? {
    guard self[name] != nil else { return nil }
    let text = try text(name, limit: 40)
    guard let text else { return .some(nil) }
    return text == shown?.clockText ? nil : .some(try FormValues.length(text))
  }

  /// A length of audio; nil when nothing was typed; throws `request.field`.
  func length(_ name: String) throws(CairnError) -> Milliseconds? {
    guard let text = try text(name, limit: 40) else { return nil }
    return try FormValues.length(text)
  }

  fileprivate static func length(_ text: String) throws(CairnError) -> Milliseconds {
    try AudioTime(text).length
  }

  fileprivate static func speed(_ word: String) throws(CairnError) -> Int64? {
    guard !word.isEmpty else { return nil }
    guard let speed = Int64(word) else {
      throw CairnError.field("speed", "takes the speed of playback in hundredths")
    }
    return speed
  }
}
