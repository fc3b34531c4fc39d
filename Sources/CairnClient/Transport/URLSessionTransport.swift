public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over `URLSession`.
public struct URLSessionTransport: Transport {
  private let base: URL
  private let session: URLSession

  /// Creates a transport to a server such as `https://cairn.example.org`, with an optional base path.
  ///
  /// It stores no cookies, because the token alone authenticates. A request times out after `timeout`
  /// seconds without data from the server.
  public init(base: URL, timeout: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.timeoutIntervalForRequest = timeout
    self.base = base
    session = URLSession(configuration: configuration)
  }

  /// Sends a request and returns the response; throws `URLError` without one.
  public func send(_ request: ClientRequest) async throws -> ClientResponse {
    let (data, response) = try await session.data(for: urlRequest(request))
    guard let httpResponse = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse)
    }
    let headers = httpResponse.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return ClientResponse(
      status: httpResponse.statusCode,
      headers: Dictionary(headers) { first, _ in first },
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
    for (name, value) in request.headers { built.setValue(value, forHTTPHeaderField: name) }
    built.httpBody = request.body.map { Data($0) }
    return built
  }
}
