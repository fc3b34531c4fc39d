import Cairn
import CairnHTML
import CairnHTTP

// Query parameters of page addresses.

extension AuthenticatedContext {
  /// Rejects unknown query parameters; throws `request.field`.
  func allowQuery(_ names: Set<String>) throws(CairnError) {
    if let stray = target.query.names.subtracting(names).min() {
      throw .field(stray, "is unknown")
    }
  }

  /// Returns a query parameter as a whole number; throws `request.field`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(CairnError) -> Int? {
    guard let text = target.query[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .field(name, "takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
