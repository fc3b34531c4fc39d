import Cairn
import CairnInsights

/// The offline API of the WebAssembly module: a JSON request in, a JSON response out.
public enum Offline {
  /// Applies an action to the records in the request.
  ///
  /// Returns `{"id":…,"mutation":…}` to store and send, `{}` if nothing changed, or
  /// `{"error":{"code":…,"message":…,"hint":…}}` if the action is invalid.
  public static func act(_ bytes: [UInt8]) -> [UInt8] {
    answer(bytes) { (request, writer) throws(CairnError) in
      let log = OfflineLog(request)
      do throws(CairnError) { try log.perform(request.act) } catch {
        throw log.withLocalTimes(error)
      }
      guard let mutation = try log.mutation() else { return }
      writer.member("id", mutation.id.text)
      writer.key("mutation")
      writer.beginObject()
      mutation.writeMembers(to: &writer)
      writer.endObject()
    }
  }

  /// Returns the data of the offline page: open sessions, books, the last 90 days and their figures.
  public static func view(_ bytes: [UInt8]) -> [UInt8] {
    answer(bytes) { (request, writer) throws(CairnError) in
      View(OfflineLog(request), request).write(to: &writer)
    }
  }

  private static func answer(
    _ bytes: [UInt8],
    _ body: (WasmRequest, inout JSONWriter) throws(CairnError) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 4_096)
    writer.beginObject()
    do {
      try body(try WasmRequest(bytes), &writer)
      writer.endObject()
      return writer.bytes
    } catch {
      return refusal(error)
    }
  }

  private static func refusal(_ error: CairnError) -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.member("code", error.code)
    writer.member("message", error.message)
    writer.member("hint", error.hint)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}

extension OfflineLog {
  /// Returns the error with its times formatted as on the page.
  fileprivate func withLocalTimes(_ error: CairnError) -> CairnError {
    WallClock(zone: zones.own, now: now, style: clockStyle).withLocalTimes(error)
  }
}
