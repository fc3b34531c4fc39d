import Cairn
import CairnHTTP
import CairnStore

/// The page on which webhooks are made, listed, tried and removed.
enum WebhookForms {
  static let show: Handler = { visit in
    HTTPResponse(.ok, page: try await WebhooksPage(visit).html)
  }

  /// Makes a webhook and shows its secret, to the form that made it alone.
  static let add: Handler = { visit in
    let form = try visit.form()
    do {
      let webhook = try await visit.addWebhook(form.text("url") ?? "", once: visit.key(in: form))
      return HTTPResponse(.ok, page: try await WebhooksPage(visit, made: webhook).html)
    } catch let error as CairnError {
      let mishap = Mishap(visit, place: .webhook, error: error, typed: form)
      return HTTPResponse(Problem(error).status, page: try await WebhooksPage(visit, mishap).html)
    }
  }

  static let test: Handler = { visit in
    let answer = try await visit.testWebhook().1
    return HTTPResponse(.ok, page: try await WebhooksPage(visit, answer: answer).html)
  }

  static let remove: Handler = { visit in
    _ = try await visit.removeWebhook()
    return .seeOther("/webhooks")
  }
}
