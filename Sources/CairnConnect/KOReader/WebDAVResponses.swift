import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP

extension HTTPResponse {
  /// The refusal to list folders of folders (RFC 4918, 9.1), which a PROPFIND without a depth asks for as well.
  static var propfindFiniteDepth: HTTPResponse {
    HTTPResponse(
      .forbidden,
      type: "application/xml; charset=utf-8",
      text: """
        <?xml version="1.0" encoding="utf-8"?>
        <D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>

        """
    )
  }

  /// Creates the response to GET of a file.
  init(_ file: ConnectedFile, _ bytes: [UInt8]) {
    self.init(.ok, type: "application/octet-stream", body: bytes)
    fields.append("etag", file.tag)
    fields.append("last-modified", file.changedAt.httpDate)
  }

  /// Creates the response to PROPFIND of a file or folder with its members; `own` is nil for the folder itself.
  init(
    multistatus path: String,
    _ own: ConnectedFile?,
    _ members: [ConnectedFile],
    below root: String
  ) {
    let first = Self.properties(path, own, below: root)
    let others = members.map { Self.properties($0.path, $0, below: root) }.joined()
    self.init(
      HTTPStatus(207, "Multi-Status"),
      type: "application/xml; charset=utf-8",
      text: """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:">\(first)\(others)</D:multistatus>

        """
    )
  }

  /// Returns the properties of a file or folder, with its address in percent-encoding.
  private static func properties(_ path: String, _ file: ConnectedFile?, below root: String)
    -> String
  {
    let names = path.split(separator: "/").map { "/" + PercentCoding.encoded(String($0)) }.joined()
    let isFolder = file?.isFolder ?? true
    let size = file?.size.map { "<D:getcontentlength>\($0)</D:getcontentlength>" } ?? ""
    let version = file.map {
      "<D:getetag>\($0.tag)</D:getetag><D:getlastmodified>\($0.changedAt.httpDate)</D:getlastmodified>"
    }
    return """

      <D:response><D:href>\(root)\(names)\(isFolder ? "/" : "")</D:href><D:propstat><D:prop>\
      <D:resourcetype>\(isFolder ? "<D:collection/>" : "")</D:resourcetype>\(size)\(version ?? "")\
      </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
      """
  }
}

extension ConnectedFile {
  /// Whether it is a member of a folder itself.
  func isIn(_ folder: String) -> Bool { (parent ?? "") == folder }
}

extension WriteCondition {
  /// Reads the condition of a request.
  init(_ request: HTTPRequest) {
    let (wanted, unwanted) = (request.fields["if-match"], request.fields["if-none-match"])
    self.init { tag in
      let isWanted = wanted.map { list in tag.map { ETag(text: $0).isNamed(in: list) } ?? false }
      let isUnwanted = unwanted.map { list in tag.map { ETag(text: $0).isNamed(in: list) } ?? false
      }
      return isWanted ?? true && !(isUnwanted ?? false)
    }
  }
}

extension Instant {
  /// The time as HTTP writes it: `Mon, 05 Jan 2026 18:00:00 GMT` (RFC 9110, 5.6.7).
  fileprivate var httpDate: String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let parts = text.split { "-T:.Z".contains($0) }.map(String.init)
    let weekday = (milliseconds / 86_400_000 + 3) % 7
    let month = months[(Int(parts[1]) ?? 1) - 1]
    return "\(days[Int(weekday)]), \(parts[2]) \(month) \(parts[0]) "
      + "\(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}
