import Cairn

extension ListeningClient {
  /// Asks once and decodes what is under `data`.
  func ask<Value: Decodable>(
    _ type: Value.Type,
    _ request: ClientRequest
  ) async throws(ClientError) -> Value {
    let answer = try await answer(to: request)
    guard let envelope = JSONCoding.decode(Envelope<Value>.self, answer.body) else {
      throw ClientError(.undecodable, "The answer is none of a listening server.")
    }
    return envelope.data
  }

  /// Asks once; gives an answer of 2xx and throws what any other means.
  func answer(to request: ClientRequest) async throws(ClientError) -> ClientResponse {
    let answer: ClientResponse
    do {
      answer = try await transport.send(request)
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.network, "No answer came from \(origin).")
    }
    if (200..<300).contains(answer.status) { return answer }
    throw ClientError(answer)
  }

  /// A request with the head that every one has (spec/listening.md 8).
  func request(
    _ method: String,
    _ path: String,
    query: [(String, String)] = [],
    body: [UInt8]? = nil,
    as credentials: Credentials?,
    key: String? = nil
  ) -> ClientRequest {
    var head = ["content-type": "application/json", "accept": "application/json"]
    head["authorization"] = credentials.map { "Bearer \($0.token)" }
    head["idempotency-key"] = key
    head["origin"] = path.hasPrefix("/api/auth/") ? origin : nil
    let items = query.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
    let target = items.isEmpty ? path : "\(path)?\(items)"
    return ClientRequest(method: method, target: target, head: head, body: body)
  }

  /// Asks up to four times, as long as the failure may pass.
  func retrying<Value>(
    _ body: () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    for attempt in 0..<Backoff.retries {
      do {
        return try await body()
      } catch {
        guard error.isTemporary else { throw error }
        let pause = Backoff.pause(attempt, dependencies.random(), retryAfter: error.retryAfter)
        guard (try? await dependencies.sleep(pause)) != nil else { throw error }
      }
    }
    return try await body()
  }
}

/// Everything but what is never special in an address, so that a `+` arrives as one.
private func percentEncoded(_ text: String) -> String {
  text.utf8.reduce(into: "") { encoded, byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      encoded += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
  }
}

extension ClientError {
  /// What an answer that is no success means.
  ///
  /// A refusal that is none of a listening server, such as a page of a hotel's network, is no
  /// refusal: what was sent may be sent again.
  init(_ answer: ClientResponse) {
    let refusal = JSONCoding.decode(Refusal.self, answer.body)
    self.init(
      Self.code(of: answer.status, isRefusal: refusal?.isOne ?? false),
      refusal?.text ?? "The server answered \(answer.status).",
      retryAfter: (answer.head["retry-after"] ?? answer.head["x-retry-after"]).flatMap { Int($0) },
      status: answer.status
    )
  }

  private static func code(of status: Int, isRefusal: Bool) -> Code {
    if status == 429 { return .rateLimited }
    if status >= 500 { return .server }
    return status >= 400 && isRefusal ? code(of: status) : .undecodable
  }

  private static func code(of status: Int) -> Code {
    switch status {
    case 401: .unauthorized
    case 403: .forbidden
    case 404: .notFound
    case 409: .conflict
    default: .validation
    }
  }
}
