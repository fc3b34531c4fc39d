import CairnAccounts
import CairnConnect
import CairnHTTP

extension AuthenticatedContext: AuthenticatedRequest {
  func problem(_ error: any Error) -> Problem { Problem(error) }

  func closeAccount() async throws {
    try await imports.forgetAll(of: self)
    try await accountService().close(account())
  }

  func clearCookies(on response: inout HTTPResponse) {
    requestContext.clearCookies(on: &response)
  }
}
