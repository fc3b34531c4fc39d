package import Cairn

extension Change {
  /// The maximum size of the changes of one mutation as JSON, in bytes: 8 MiB.
  ///
  /// It is below a device's response limit, so that every device can fetch what one sent.
  package static let listLimit = 8_388_608
  /// The size of the texts, in bytes, after which a batch continues in another mutation.
  static let partBytes = 524_288

  /// The size of the old and new texts, in bytes.
  ///
  /// The JSON is at most six times as large, plus an overhead for each field.
  var textBytes: Int { self.set.textBytes + was.textBytes }
}

extension Fields {
  fileprivate var textBytes: Int {
    members.reduce(0) { sum, member in
      guard case .text(let text) = member.value else { return sum }
      return sum + text.utf8.count
    }
  }
}

extension [Change] {
  /// Whether they exceed the limit of one mutation; encodes them only if an estimate is not sufficient.
  package var isTooLarge: Bool {
    let rough = reduce(0) { $0 + $1.textBytes }
    guard rough + count * 4_096 > Change.listLimit / 6 else { return false }
    return Change.json(self).utf8.count > Change.listLimit
  }
}
