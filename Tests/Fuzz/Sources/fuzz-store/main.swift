import FuzzChecks

/// libFuzzer's entry: one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe checkStoreBytes(UnsafeRawBufferPointer(start: data, count: count))
  return 0
}
