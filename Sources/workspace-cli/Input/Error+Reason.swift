import Foundation

extension Error {
  /// The system's words for what went wrong, without the code around them.
  var reason: String {
    let error = self as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard underlying.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return unsafe String(cString: strerror(Int32(underlying.code)))
  }
}
