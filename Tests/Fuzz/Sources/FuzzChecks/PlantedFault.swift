/// The control: reads one byte past the end of inputs that start with "fuzz".
///
/// A fuzzer finds it within a second if its code is instrumented, as only then it sees that it comes nearer with each
/// letter; and AddressSanitizer, if it is there, reports it. `.ci/fuzz` fails if nothing happens.
public func meetPlantedFault(_ bytes: UnsafeRawBufferPointer) {
  guard bytes.count == 7 else { return }
  guard unsafe bytes[0] == UInt8(ascii: "f") else { return }
  guard unsafe bytes[1] == UInt8(ascii: "u") else { return }
  guard unsafe bytes[2] == UInt8(ascii: "z") else { return }
  guard unsafe bytes[3] == UInt8(ascii: "z") else { return }
  guard let base = bytes.baseAddress else { return }
  let past = unsafe base.load(fromByteOffset: bytes.count, as: UInt8.self)
  print("read \(past) from outside")
}
