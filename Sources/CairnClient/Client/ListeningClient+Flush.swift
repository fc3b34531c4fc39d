import Cairn

extension ListeningClient {
  /// Sends what waits, oldest first, one after the other.
  ///
  /// Called while another one is under way it joins that one, so nothing is sent twice at a time.
  /// What is acknowledged leaves the outbox, what is refused for good becomes a dead letter, and
  /// what may do better later stays. A refused sign-in ends it until there is another.
  @discardableResult
  public func flush() async -> FlushResult {
    if let flight {
      isAskedAgain = true
      return await flight.value
    }
    let flight = Task { await self.drain() }
    self.flight = flight
    return await flight.value
  }

  /// Goes through the outbox until nobody asked meanwhile.
  private func drain() async -> FlushResult {
    var result = FlushResult()
    repeat {
      isAskedAgain = false
      await round(&result)
      result.waiting = (try? await outbox.counts(for: account).waiting) ?? 0
    } while isAskedAgain && result.stoppedBy == nil
    flight = nil
    return result
  }

  private func round(_ result: inout FlushResult) async {
    guard let credentials, !needsSignIn else {
      result.stoppedBy = ClientError(.unauthorized, "Nobody is signed in.")
      return
    }
    do {
      var (behind, failures) = (Int64(0), 0)
      while let delivery = try await outbox.next(for: credentials.userId, after: behind) {
        behind = try await deliver(delivery, as: credentials, &failures, &result)
      }
    } catch {
      result.stoppedBy = error
      stopSending(error, credentials)
    }
  }

  /// Sends one session; gives the number behind which the next is to be looked for.
  ///
  /// One that only this server cannot take right now is passed by, three in a row end it.
  private func deliver(
    _ delivery: Delivery,
    as credentials: Credentials,
    _ failures: inout Int,
    _ result: inout FlushResult
  ) async throws(ClientError) -> Int64 {
    do {
      let session = try await retrying { () async throws(ClientError) in
        try await self.post(delivery, as: credentials)
      }
      try await outbox.acknowledge(delivery, for: credentials.userId)
      settle(delivery.id, .success(session))
      (failures, result.sent) = (0, result.sent + 1)
      return delivery.number - 1
    } catch {
      settle(delivery.id, .failure(error))
      return try await pass(delivery, error, credentials, &failures, &result)
    }
  }

  private func pass(
    _ delivery: Delivery,
    _ error: ClientError,
    _ credentials: Credentials,
    _ failures: inout Int,
    _ result: inout FlushResult
  ) async throws(ClientError) -> Int64 {
    if [.unauthorized, .network, .rateLimited, .storage].contains(error.code) { throw error }
    if error.isTemporary {
      failures += 1
      if failures == 3 { throw error }
    } else {
      try await outbox.deadLetter(delivery, for: credentials.userId, because: error)
      result.refused += 1
    }
    return delivery.number
  }

  private func post(
    _ delivery: Delivery,
    as credentials: Credentials
  ) async throws(ClientError) -> ListeningSession {
    let path = "/api/v1/analytics/sessions"
    let request = request("POST", path, body: delivery.body, as: credentials, key: delivery.id)
    return try await ask(ListeningSession.self, request)
  }

  /// Keeps an answer for whoever waits for that of one session.
  private func settle(_ id: String, _ answer: Result<ListeningSession, ClientError>) {
    if wanted.contains(id) { answers[id] = answer }
  }

  /// A sign-in that was refused is asked for anew, unless there is another one already.
  func stopSending(_ error: ClientError, _ credentials: Credentials) {
    guard error.code == .unauthorized, self.credentials == credentials else { return }
    needsSignIn = true
  }
}
