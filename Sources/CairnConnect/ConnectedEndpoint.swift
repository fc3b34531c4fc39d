package import CairnHTTP
import CairnReports
package import CairnJSON

/// An operation that the server offers to another program, with its description and its handler.
package struct ConnectedEndpoint: Sendable {
  /// Whom the operation is for, with its handler.
  package enum Access: Sendable {
    /// Anyone: no authentication.
    case anyone(@Sendable (any GuestRequest) async throws -> HTTPResponse)
    /// The log's owner.
    case person(@Sendable (any PersonRequest) async throws -> HTTPResponse)
  }

  /// The description of the operation.
  package let operation: Operation
  /// Whom it is for, with its handler.
  package let access: Access
  /// Whether its response depends only on log, time zone and time, so that it can be cached.
  package private(set) var isCached = false

  /// Creates an operation on the log; parameters and response are described only here.
  init(
    _ summary: String,
    query: [SchemaField] = [],
    body: [SchemaField] = [],
    gives response: ResponseSpec,
    _ handler: @escaping @Sendable (any PersonRequest) async throws -> HTTPResponse
  ) {
    operation = Operation(summary, query, body, response)
    access = .person(handler)
  }

  private init(_ operation: Operation, _ access: Access) {
    (self.operation, self.access) = (operation, access)
  }

  /// Returns a public operation.
  static func anyone(
    _ summary: String,
    body: [SchemaField] = [],
    gives response: ResponseSpec,
    _ handler: @escaping @Sendable (any GuestRequest) async throws -> HTTPResponse
  ) -> ConnectedEndpoint {
    ConnectedEndpoint(Operation(summary, [], body, response), .anyone(handler))
  }

  /// This operation with a cached response.
  var cached: ConnectedEndpoint {
    var endpoint = self
    endpoint.isCached = true
    return endpoint
  }
}
