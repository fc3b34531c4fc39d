import Cairn
import CairnHTTP

// What the address of a page asks for beside the page itself.

extension AuthenticatedContext {
  /// Refuses any query parameter but those named; throws `request.field`.
  func allowQuery(_ names: Set<String>) throws(CairnError) {
    if let stray = target.query.names.subtracting(names).min() {
      throw .field(stray, "is not known here")
    }
  }

  /// A query parameter as a whole number; throws `request.field`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(CairnError) -> Int? {
    guard let text = target.query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .field(name, "takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
