extension Server {
  /// The way of every request to its handler, in this order; the response takes it back.
  static let middleware = answering + entering + acting

  /// The steps that every response passes, also that of an error.
  static let answering: [Middleware] = [
    accessLog, compression, transportFields, linksInsideBase, finalFields, problems,
  ]

  /// The steps until it is known what is requested.
  static let entering: [Middleware] = [targetInsideBase, hostCheck, routing, originCheck]

  /// The steps until it is known that the sender may do it.
  static let acting: [Middleware] = [
    credentials, quota, declaredInput, webhookNotice, cookieRenewal,
  ]
}
