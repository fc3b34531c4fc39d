import CairnHTML
import CairnHTTP

/// Addresses and forms as anyone may send them: read or refused, never a crash, and a part of a form
/// is never larger than what was sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let text = String(decoding: bytes, as: UTF8.self)
  _ = HTTPTarget(text)
  _ = HTTPTarget("/" + text)
  if HTTPTarget("/?next=" + PercentCoding.encoded(text))?.query["next"] != text {
    precondition(bytes.contains(0), "a text that is encoded comes back")
  }
  _ = FormValues(bytes)
  var request = HTTPRequest(.post, "/", body: bytes)
  request.fields.append("content-type", "multipart/form-data; boundary=x")
  if let file = MultipartForm(request)?["a"] {
    precondition(file.count < count, "a part that was never sent")
  }
  return 0
}
