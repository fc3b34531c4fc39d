import Cairn
import CairnAccounts
import CairnHTTP

/// The handlers of the folder of a connection over WebDAV (RFC 4918), as far as KOReader's cloud storage needs it.
enum WebDAVHandlers {
  static let options = ConnectedEndpoint(
    .authenticated { context in
      _ = try await Device(context)
      var response = HTTPResponse(.ok)
      response.fields.append("dav", "1")
      response.fields.append("allow", "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, MKCOL")
      return response
    }
  )

  static let list = ConnectedEndpoint(
    .authenticated { context in
      let (device, path) = (try await Device(context), try WebDAVPath(context))
      guard let depth = context.request.fields["depth"], depth != "infinity" else {
        return .propfindFiniteDepth
      }
      guard ["0", "1"].contains(depth) else {
        return HTTPResponse(.badRequest, type: "text/plain", text: "The depth must be 0 or 1.\n")
      }
      let all = try await device.files()
      guard path.text.isEmpty || all.contains(where: { $0.path == path.text }) else {
        throw CairnError.noFile(path.text)
      }
      let members = depth == "0" ? [] : all.filter { $0.isIn(path.text) }
      let own = all.first { $0.path == path.text }
      return HTTPResponse(multistatus: path.text, own, members, below: context.webDAVRoot)
    }
  )

  static let get = ConnectedEndpoint(
    .authenticated { context in
      let (device, path) = (try await Device(context), try WebDAVPath(context))
      guard let file = try await device.files().first(where: { $0.path == path.text }),
        let bytes = try await device.bytes(of: path)
      else { throw CairnError.noFile(path.text) }
      return HTTPResponse(file, bytes)
    }
  )

  /// Stores a file; statistics are imported first, so that a failed import is sent again.
  ///
  /// Whatever would refuse the file is checked before the import, so that a refused one changes nothing.
  static let put = ConnectedEndpoint(
    .authenticated { context in
      let (device, path) = (try await Device(context), try WebDAVPath(context))
      guard !path.text.isEmpty else { throw CairnError.noFile("/") }
      let (condition, body) = (WriteCondition(context.request), context.request.body)
      try await device.requireRoom(for: body.count, at: path, if: condition)
      try await context.requireQuota(of: body, besides: device.storedBytes(besides: path))
      if path.isStatistics { try await device.importStatistics(context, at: path) }
      let (file, isNew) = try await device.put(body, at: path, if: condition)
      var response = HTTPResponse(isNew ? .created : .noContent)
      response.fields.append("etag", file.tag)
      return response
    }
  )

  static let makeFolder = ConnectedEndpoint(
    .authenticated { context in
      let (device, path) = (try await Device(context), try WebDAVPath(context))
      guard context.request.body.isEmpty else {
        throw DialectError(.unsupportedMediaType, "A new folder has no content")
      }
      try await device.makeFolder(path)
      return HTTPResponse(.created)
    }
  )

  static let delete = ConnectedEndpoint(
    .authenticated { context in
      try await Device(context).delete(try WebDAVPath(context))
      return HTTPResponse(.noContent)
    }
  )
}
