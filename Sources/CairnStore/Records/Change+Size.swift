import Cairn

extension Change {
  /// The most bytes that the changes of one mutation have as JSON, 8 MiB: less than what a device
  /// takes as an answer, so that what one sent can be fetched by all.
  static let listLimit = 8_388_608
  /// The bytes of texts after which a batch goes on with another mutation.
  static let partBytes = 524_288

  /// The bytes of the texts it sets and replaces; its JSON has at most six times as many, and some
  /// for each field.
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
  /// Whether they are more than one mutation may have.
  ///
  /// They are only written out where a look at the lengths does not tell.
  var isTooLarge: Bool {
    let rough = reduce(0) { $0 + $1.textBytes }
    guard rough + count * 4_096 > Change.listLimit / 6 else { return false }
    return Change.json(self).utf8.count > Change.listLimit
  }
}
