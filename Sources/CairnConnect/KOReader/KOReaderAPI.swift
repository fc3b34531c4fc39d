package import CairnHTTP

/// The protocols of KOReader: progress sync, and a folder over WebDAV for its statistics (spec/ecosystem.md 2.5).
package enum KOReaderAPI {
  /// The routes, which the server adds to its own.
  package static let routes: [Route<ConnectedEndpoint>] = [
    Route(.get, "/koreader/healthcheck", ProgressHandlers.health),
    Route(.post, "/koreader/users/create", ProgressHandlers.register),
    Route(.get, "/koreader/users/auth", ProgressHandlers.authorize),
    Route(.put, "/koreader/syncs/progress", ProgressHandlers.update),
    Route(.get, "/koreader/syncs/progress/{document}", ProgressHandlers.show),
    Route(.options, "/koreader/webdav/{path...}", WebDAVHandlers.options),
    Route(.propfind, "/koreader/webdav/{path...}", WebDAVHandlers.list),
    Route(.get, "/koreader/webdav/{path...}", WebDAVHandlers.get),
    Route(.put, "/koreader/webdav/{path...}", WebDAVHandlers.put),
    Route(.mkcol, "/koreader/webdav/{path...}", WebDAVHandlers.makeFolder),
    Route(.delete, "/koreader/webdav/{path...}", WebDAVHandlers.delete),
  ]
}
