import CCurl

/// A cancellation flag that libcurl polls during a transfer.
final class StopFlag: @unchecked Sendable {  // no lock: an atomic store and load
  let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  init() { flag.initialize(to: 0) }

  func set() { cairn_curl_stop(flag) }

  deinit { flag.deallocate() }
}
