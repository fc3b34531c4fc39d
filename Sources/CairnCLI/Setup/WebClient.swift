import CCurl
import Cairn
import CairnExchange
import Dispatch
import Glibc

/// Asks other servers, when a person says so; beside it only ``WebhookSender`` does.
enum WebClient {
  /// Why the library cannot be used; nil where it can.
  ///
  /// It is loaded when this is asked first.
  static let missing: String? = cairn_curl_load().map { String(cString: $0) }

  /// Asks once, away from the threads of tasks; throws `remote.unreachable`.
  static let ask: WebTransport = { request in
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try answer(to: request) })
      }
    }
  }

  private static func answer(to request: WebRequest) throws -> WebAnswer {
    if let reason = missing { throw unreachable(reason) }
    var answer = cairn_curl_answer()
    var room = [CChar](repeating: 0, count: 256)
    let head = "Authorization: Bearer \(request.bearer)"
    let code = cairn_curl_get(request.url, head, "cairn", request.limit, &room, &answer)
    defer { free(answer.bytes) }
    guard code == 0 else {
      let words = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw unreachable(String(decoding: words, as: UTF8.self))
    }
    let body = UnsafeMutableBufferPointer(start: answer.bytes, count: answer.count)
    return WebAnswer(status: answer.status, body: Array(body))
  }

  private static func unreachable(_ reason: String) -> CairnError {
    CairnError(
      "remote.unreachable",
      "The server cannot be asked: \(reason).",
      hint: "Nothing was changed. Check the address and the network, and try again."
    )
  }
}
