extension ListeningClient {
  /// Sends the queued sessions one by one, oldest first.
  ///
  /// A concurrent call joins the running flush, so no session is sent twice at a time. Acknowledged
  /// sessions leave the outbox, permanently rejected ones become dead letters, and the others stay
  /// for a later flush. A rejected token stops the flush until the next sign-in.
  @discardableResult
  public func flush() async -> FlushResult {
    if let flushTask {
      needsAnotherPass = true
      return await flushTask.value
    }
    let flushTask = Task { await self.drain() }
    self.flushTask = flushTask
    return await flushTask.value
  }

  /// Sends the queue, and repeats if `flush` was called during the pass.
  private func drain() async -> FlushResult {
    var result = FlushResult()
    repeat {
      needsAnotherPass = false
      await sendQueue(&result)
      result.waiting = (try? await outbox.counts(for: account).waiting) ?? 0
    } while needsAnotherPass && result.stoppedBy == nil
    flushTask = nil
    return result
  }

  private func sendQueue(_ result: inout FlushResult) async {
    guard let credentials, !needsSignIn else {
      result.stoppedBy = ClientError(.unauthorized, "Not signed in.")
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

  /// Sends one session; returns the number after which to look for the next one.
  ///
  /// A temporary server error skips the session; the third in a row ends the flush.
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
      storeResult(delivery.id, .success(session))
      (failures, result.sent) = (0, result.sent + 1)
      return delivery.number - 1
    } catch {
      storeResult(delivery.id, .failure(error))
      return try await handleFailure(delivery, error, credentials, &failures, &result)
    }
  }

  private func handleFailure(
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
    return try await fetch(ListeningSession.self, request)
  }

  /// Stores the result for a caller that waits for this session.
  private func storeResult(_ id: String, _ response: Result<ListeningSession, ClientError>) {
    if awaitedIDs.contains(id) { results[id] = response }
  }

  /// Stops sending after a rejected token, unless a newer sign-in replaced it.
  func stopSending(_ error: ClientError, _ credentials: Credentials) {
    guard error.code == .unauthorized, self.credentials == credentials else { return }
    needsSignIn = true
  }
}
