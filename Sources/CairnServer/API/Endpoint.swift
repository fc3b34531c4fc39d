import Cairn
import CairnHTTP

/// Who answers a route, and for programs what they may ask and get.
struct Endpoint: Sendable {
  /// What programs may ask and get; nil where only a person's browser asks.
  let operation: Operation?
  /// Who answers, and who may ask.
  let answerer: Answerer
  /// Whether it only reads, whatever its method.
  var isRead = false

  /// Something for whoever comes, that no description of the API has.
  static func anyone(_ handler: @escaping OpenHandler) -> Endpoint {
    Endpoint(operation: nil, answerer: .anyone(handler))
  }

  /// A page for the person about their account.
  static func owner(_ handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: nil, answerer: .owner(handler))
  }

  /// The same, with another way to its answer for the person whose log it is.
  func answered(by handler: @escaping Handler) -> Endpoint {
    Endpoint(operation: operation, answerer: .person(handler))
  }

  /// The same, which only reads though it is sent with POST.
  var reading: Endpoint {
    var endpoint = self
    endpoint.isRead = true
    return endpoint
  }

  /// The same from one state of the log, for a question that is answered by it alone.
  var steady: Endpoint {
    guard case .person(let handler) = answerer else { return self }
    return answered(by: { try await $0.snapshot(handler) })
  }

  /// What is asked, with its values; throws `request.field` and its like.
  ///
  /// Only what is declared reaches the handler, each value as it is declared.
  func checked(_ knock: Knock) throws -> Knock {
    guard let operation else { return knock }
    _ = try knock.keyName()
    // Apps of others send what they always sent: their handlers take from it what they know.
    guard Surface(knock.target.segments) == .own else { return knock }
    var knock = knock
    knock.query = try Input(knock.target.query, operation.query)
    if !operation.files.isEmpty {
      try knock.requireType(operation.files)
    } else if !knock.request.method.isSafe {
      knock.body = try Input(knock.request, operation.body)
    }
    return knock
  }
}

extension Endpoint {
  /// Something a program asks about the log: what it takes and gives stands here and nowhere else.
  init(
    _ summary: String,
    query: [Member] = [],
    body: [Member] = [],
    files: [String] = [],
    gives answer: Answer,
    ifMatch isConditional: Bool = false,
    _ handler: @escaping Handler
  ) {
    var operation = Operation(summary, query, body, answer, isConditional)
    operation.files = files
    (self.operation, answerer) = (operation, .person(handler))
  }

  /// Something a program asks about its account.
  static func owner(
    _ summary: String,
    body: [Member] = [],
    file: String? = nil,
    gives answer: Answer,
    _ handler: @escaping Handler
  ) -> Endpoint {
    var operation = Operation(summary, [], body, answer)
    operation.files = file.map { [$0] } ?? []
    return Endpoint(operation: operation, answerer: .owner(handler))
  }

  /// Something any program may ask.
  static func anyone(
    _ summary: String,
    body: [Member] = [],
    gives answer: Answer,
    _ handler: @escaping OpenHandler
  ) -> Endpoint {
    Endpoint(operation: Operation(summary, [], body, answer), answerer: .anyone(handler))
  }
}

/// What a program may ask of a route, and what it gets.
struct Operation: Sendable {
  /// One sentence.
  let summary: String
  /// The parameters of the query.
  let query: [Member]
  /// The members of the body.
  let body: [Member]
  /// The kinds of which a body may be that is a file instead.
  var files: [String] = []
  /// What is answered when nothing is refused.
  let answer: Answer
  /// Whether it looks at `If-Match`.
  let isConditional: Bool

  init(
    _ summary: String,
    _ query: [Member],
    _ body: [Member],
    _ answer: Answer,
    _ isConditional: Bool = false
  ) {
    (self.summary, self.query, self.body) = (summary, query, body)
    (self.answer, self.isConditional) = (answer, isConditional)
  }
}

/// What is answered when nothing is refused.
struct Answer: Sendable {
  let status: HTTPStatus
  /// The kinds that the body may be of.
  let types: [String]
  /// The shape of a body of JSON; nil for one that is none.
  let shape: Shape?
  /// Another status with the same body; nil for none.
  private(set) var other: HTTPStatus?

  /// The same body with another status as well.
  func or(_ status: HTTPStatus) -> Answer {
    var answer = self
    answer.other = status
    return answer
  }

  /// The same with bodies of a shape, where they are JSON.
  func shaped(_ shape: Shape) -> Answer {
    Answer(status: status, types: types, shape: shape, other: other)
  }

  /// The statuses of what is not refused.
  var statuses: [HTTPStatus] { [status] + (other.map { [$0] } ?? []) }

  /// JSON.
  static func json(_ shape: Shape, _ status: HTTPStatus = .ok) -> Answer {
    Answer(status: status, types: ["application/json"], shape: shape)
  }

  /// A new thing.
  static func created(_ shape: Shape) -> Answer { .json(shape, .created) }

  /// A file of another kind.
  static func file(_ type: String) -> Answer { .files([type]) }

  /// A file of one of some kinds.
  static func files(_ types: [String]) -> Answer {
    Answer(status: .ok, types: types, shape: nil)
  }
}

extension Route where Handler == Endpoint {
  /// A page about the log of the person who asks.
  init(_ method: HTTPMethod, _ pattern: String, _ page: @escaping CairnServer.Handler) {
    self.init(method, pattern, Endpoint(operation: nil, answerer: .person(page)))
  }
}
