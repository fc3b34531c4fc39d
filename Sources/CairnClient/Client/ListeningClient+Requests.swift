extension ListeningClient {
  /// Sends a request once and decodes the `data` member of the response.
  func fetch<Value: Decodable>(
    _ type: Value.Type,
    _ request: ClientRequest
  ) async throws(ClientError) -> Value {
    let response = try await response(to: request)
    guard let envelope = JSONCoding.decode(Envelope<Value>.self, response.body) else {
      throw ClientError(.undecodable, "The response is not from a listening server.")
    }
    return envelope.data
  }

  /// Sends a request once; returns a 2xx response and throws a `ClientError` for any other.
  func response(to request: ClientRequest) async throws(ClientError) -> ClientResponse {
    let response: ClientResponse
    do {
      response = try await transport.send(request)
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.network, "\(origin) did not respond.")
    }
    if (200..<300).contains(response.status) { return response }
    throw ClientError(response)
  }

  /// Returns a request with the common headers (spec/listening.md 8).
  func request(
    _ method: String,
    _ path: String,
    query: [(String, String)] = [],
    body: [UInt8]? = nil,
    as credentials: Credentials?,
    key: String? = nil
  ) -> ClientRequest {
    var headers = ["content-type": "application/json", "accept": "application/json"]
    headers["authorization"] = credentials.map { "Bearer \($0.token)" }
    headers["idempotency-key"] = key
    headers["origin"] = path.hasPrefix("/api/auth/") ? origin : nil
    let items = query.map { "\($0.0)=\(percentEncoded($0.1))" }.joined(separator: "&")
    let target = items.isEmpty ? path : "\(path)?\(items)"
    return ClientRequest(method: method, target: target, headers: headers, body: body)
  }

  /// Retries up to three times while the error is temporary.
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

/// Percent-encodes all but unreserved characters (RFC 3986, 2.3), so that a `+` is preserved.
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
  /// Creates the error for a response outside 2xx.
  ///
  /// A 4xx response in another format, such as a captive portal's page, does not count as a rejection:
  /// the request may be retried.
  init(_ response: ClientResponse) {
    let errorResponse = JSONCoding.decode(ErrorResponse.self, response.body)
    self.init(
      Self.code(of: response.status, hasErrorBody: errorResponse?.hasContent ?? false),
      errorResponse?.text ?? "The server responded with status \(response.status).",
      retryAfter: (response.headers["retry-after"] ?? response.headers["x-retry-after"]).flatMap {
        Int($0)
      },
      status: response.status
    )
  }

  private static func code(of status: Int, hasErrorBody: Bool) -> Code {
    if status == 429 { return .rateLimited }
    if status >= 500 { return .server }
    return status >= 400 && hasErrorBody ? code(of: status) : .undecodable
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
