public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The way through `URLSession`; the only file that knows it.
public struct URLSessionTransport: Transport {
  private let base: URL
  private let session: URLSession

  /// Makes the way to a server, such as `https://cairn.example.org`, with or without a path.
  ///
  /// It keeps no cookies: who asks is told by a token alone. A request is given up after `timeout`
  /// seconds without a sign of the server.
  public init(base: URL, timeout: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = timeout
    self.base = base
    session = URLSession(configuration: configuration)
  }

  /// Sends a request and gives the answer; throws `URLError` when there was none.
  public func send(_ request: ClientRequest) async throws -> ClientResponse {
    let (data, response) = try await session.data(for: urlRequest(request))
    guard let answer = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let head = answer.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return ClientResponse(
      status: answer.statusCode,
      head: Dictionary(head) { first, _ in first },
      body: [UInt8](data)
    )
  }

  private func urlRequest(_ request: ClientRequest) throws -> URLRequest {
    let path = base.absoluteString
    guard
      let url = URL(string: (path.hasSuffix("/") ? String(path.dropLast()) : path) + request.target)
    else { throw URLError(.badURL) }
    var built = URLRequest(url: url)
    built.httpMethod = request.method
    for (name, value) in request.head { built.setValue(value, forHTTPHeaderField: name) }
    built.httpBody = request.body.map { Data($0) }
    return built
  }
}
