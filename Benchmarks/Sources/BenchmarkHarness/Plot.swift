internal import Foundation

/// Time against size, both logarithmic: one picture for each kind of work, one line for each subject.
enum Plot {
  /// A case's name without its size, and the size.
  private struct Key {
    let work: String
    let size: Double

    init?(_ name: String) {
      var parts = name.split(separator: "/")
      guard let place = parts.firstIndex(where: { Double($0) != nil }),
        let size = Double(parts[place])
      else { return nil }
      parts.remove(at: place)
      work = parts.joined(separator: "-")
      self.size = size
    }
  }

  static func write(_ measurements: [Measurement], to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let keyed = measurements.compactMap { found in Key(found.case).map { (key: $0, found: found) } }
    for (work, group) in Dictionary(grouping: keyed, by: \.key.work) {
      let bySubject = Dictionary(grouping: group, by: \.found.subject)
      // A minimum is a count to compare with; nobody is timed for it.
      let timed = bySubject.filter { !$0.key.hasSuffix("minimum") }
      try write(
        timed.mapValues { $0.map { (x: $0.key.size, y: $0.found.medianNanoseconds) } },
        title: "\(work): nanoseconds against rows", to: folder.appending(path: "\(work).svg"))
      // What is compared with a minimum is moves.
      let what = timed.count < bySubject.count ? "moves" : "count"
      try write(
        bySubject.mapValues { $0.map { (x: $0.key.size, y: Double(max(1, $0.found.count))) } },
        title: "\(work): \(what) against rows", to: folder.appending(path: "\(work)-count.svg"))
    }
  }

  private static func write(
    _ lines: [String: [(x: Double, y: Double)]], title: String, to file: URL
  ) throws {
    let points = lines.values.joined()
    guard let xs = range(points.map(\.x)), let ys = range(points.map(\.y)) else { return }
    let (width, height, margin) = (640.0, 400.0, 60.0)
    func place(_ point: (x: Double, y: Double)) -> (Double, Double) {
      let x = (log10(point.x) - xs.lowerBound) / (xs.upperBound - xs.lowerBound)
      let y = (log10(point.y) - ys.lowerBound) / (ys.upperBound - ys.lowerBound)
      return (margin + x * (width - 3 * margin), height - margin - y * (height - 2 * margin))
    }
    let colours = ["#1b6ca8", "#d1495b", "#66a182", "#edae49", "#775c8f", "#555555", "#00798c"]
    var body = ""
    for power in Int(xs.lowerBound)...Int(xs.upperBound) {
      let x = place((pow(10, Double(power)), pow(10, ys.lowerBound))).0
      body += text("10^\(power)", x, height - margin / 2, anchor: "middle")
      body += line(x, margin, x, height - margin, "#ddd")
    }
    for power in Int(ys.lowerBound)...Int(ys.upperBound) {
      let y = place((pow(10, xs.lowerBound), pow(10, Double(power)))).1
      body += text("10^\(power)", margin - 6, y + 4, anchor: "end")
      body += line(margin, y, width - 2 * margin, y, "#ddd")
    }
    for (number, (subject, points)) in lines.sorted(by: { $0.key < $1.key }).enumerated() {
      let colour = colours[number % colours.count]
      let places = points.sorted { $0.x < $1.x }.map(place)
      let path = places.map { String(format: "%.1f,%.1f", $0.0, $0.1) }.joined(separator: " ")
      body +=
        "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>\n"
      for spot in places {
        body += String(
          format: "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"\(colour)\"/>\n", spot.0, spot.1)
      }
      body += text(
        subject, width - 2 * margin + 8, margin + 16 * Double(number), anchor: "start", colour)
    }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" font-family="sans-serif" \
      font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(text(title, width / 2, 24, anchor: "middle"))\(body)</svg>

      """
    try Data(svg.utf8).write(to: file)
  }

  /// The powers of ten around values.
  private static func range(_ values: [Double]) -> ClosedRange<Double>? {
    guard let low = values.min(), let high = values.max(), low > 0 else { return nil }
    let floor = log10(low).rounded(.down)
    return floor...max(floor + 1, log10(high).rounded(.up))
  }

  private static func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String, _ colour: String = "#333"
  ) -> String {
    String(format: "<text x=\"%.1f\" y=\"%.1f\" ", x, y)
      + "text-anchor=\"\(anchor)\" fill=\"\(colour)\">\(text)</text>\n"
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String
  ) -> String {
    String(format: "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ", x1, y1, x2, y2)
      + "stroke=\"\(colour)\"/>\n"
  }
}
