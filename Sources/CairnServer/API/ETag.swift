import Cairn
import CairnHTTP

extension ETag {
  /// Derives a tag from the bytes of a response body.
  init(_ bytes: [UInt8]) { self.init(text: "\"\(SHA256.hex(bytes).prefix(32))\"") }
}
