import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnReports
import CairnStore

extension ListeningEdit {
  /// Parses a form; a missing field changes nothing, an empty one clears; throws `request.field`.
  ///
  /// A position equal to the displayed text is untouched and keeps its milliseconds.
  init(_ form: FormValues, of row: SessionRow? = nil) throws(CairnError) {
    self.init()
    start = try form.position("from", row?.listening?.startPosition)
    position = try form.position("to", row?.listening?.endPosition)
    if let word = form["speed"] { speed = .some(try FormValues.speed(word)) }
    if form["heard"] != nil { isCompleted = form["heard"] == "yes" }
  }
}

extension FormValues {
  /// Returns a position in audio: nil if the field is missing or untouched, an inner nil if it is empty;
  /// throws `request.field`.
  fileprivate func position(
    _ name: String,
    _ shown: Milliseconds?
  ) throws(CairnError) -> Milliseconds?? {
    guard self[name] != nil else { return nil }
    let text = try text(name, limit: 40)
    guard let text else { return .some(nil) }
    return text == shown?.clockText ? nil : .some(try FormValues.length(text))
  }

  /// Returns a length of audio; nil if the field is empty; throws `request.field`.
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
