/// Hands the bytes of an array to `body`, with the errors that it has.
func withRawBytes<Result, Failure: Error>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
  try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
    try unsafe body(UnsafeRawBufferPointer(buffer))
  }
}
