import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The handlers that list, create, test and delete webhooks.
enum WebhookForms {
  static let show: Handler = { context in
    HTTPResponse(.ok, page: try await WebhooksPage(context).html)
  }

  /// Creates a webhook and shows its secret once.
  static let add: Handler = { context in
    let form = try context.form()
    do {
      let webhook = try await context.addWebhook(
        form.text("url") ?? "",
        once: context.key(in: form)
      )
      return HTTPResponse(.ok, page: try await WebhooksPage(context, created: webhook).html)
    } catch let error as CairnError {
      let formError = FormError(context, formID: .webhook, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await WebhooksPage(context, formError).html
      )
    }
  }

  static let test: Handler = { context in
    let answer = try await context.testWebhook().1
    return HTTPResponse(.ok, page: try await WebhooksPage(context, answer: answer).html)
  }

  static let remove: Handler = { context in
    _ = try await context.removeWebhook()
    return .seeOther("/webhooks")
  }
}
