/// Reads behind the end of what was allocated: a fault that AddressSanitizer must see.
///
/// Were it silent here, its silence elsewhere would mean nothing.
@main
struct PlantedOverrun {
  /// Commits the fault; the index is known only at run time.
  static func main() {
    let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    numbers.initialize(repeating: 7, count: 4)
    print(numbers[3 + CommandLine.arguments.count])
    numbers.deallocate()
  }
}
