import Cairn
import CairnAccounts
import CairnHTTP

/// The handlers of KOReader's progress sync.
enum ProgressHandlers {
  static let health = ConnectedEndpoint(
    .unauthenticated { _ in HTTPResponse(.ok, json: #"{"state":"OK"}"#) }
  )

  /// Refuses a registration; KOReader shows the message.
  static let register = ConnectedEndpoint(
    .unauthenticated { _ in
      throw DialectError(
        .paymentRequired,
        "Add this device in Cairn under Settings → Connections, then log in with the password shown there."
      )
    }
  )

  static let authorize = ConnectedEndpoint(
    .authenticated { context in
      _ = try await Device(context)
      return HTTPResponse(.ok, json: #"{"authorized":"OK"}"#)
    }
  )

  /// Stores the progress of a document and moves the bookmark of its book, unless the device said the same last time.
  ///
  /// Another device's later report does not make a repetition news: it would move the bookmark back.
  /// The log comes first: a report whose storing failed is sent again, and finds the bookmark in place.
  static let update = ConnectedEndpoint(
    .authenticated { context in
      let (device, payload) = (try await Device(context), try ProgressPayload(context))
      var document = payload.document
      if let last = try await device.progress(in: document.document),
        payload.progress.isSame(as: last)
      {
        return payload.response(at: last.at)
      }
      let known = try await device.document(document.document)
      document.entry = try await context.book(of: document, knownAs: known)
      if let entry = document.entry { try await context.report(payload.progress, in: entry) }
      try await device.store([document])
      return payload.response(at: context.now)
    }
  )

  static let show = ConnectedEndpoint(
    .authenticated { context in
      let name = context.captures["document"] ?? ""
      let progress = try await Device(context).document(name)?.progress
      return HTTPResponse(.ok, json: (progress?.json(of: name) ?? .object([])).text)
    }
  )
}

extension ConnectedDocument.Progress {
  /// Returns the progress as KOReader expects it, with the time of its arrival in seconds since 1970.
  fileprivate func json(of document: String) -> JSON {
    .members(
      ("document", .string(document)),
      ("progress", .string(position)),
      ("percentage", .number(percentage)),
      ("device", .string(device)),
      ("device_id", .string(deviceID)),
      ("timestamp", .integer(at.milliseconds / 1_000))
    )
  }
}
