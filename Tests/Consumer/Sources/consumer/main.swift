import Foundation
import Library
import WorkspaceStore

let track = Music.Track(
  id: 4_294_967_295, title: "Kontakte", length: Units.Length(seconds: 2_104),
  list: Music.TrackList(tracks: ["Struktur I"]))
var monster = Monster(name: "Orc", weapon: .sword(Sword(length: 0.5)), bag: [.sword(Sword())])
monster.parent = Monster(name: "Elder", parent: monster)

func encoded<Value: Codable>(_ value: Value) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

precondition(
  track.id == track.id.keyValues.description.utf8.reduce(0) { $0 * 10 + UInt32($1 - 48) })
let decoded = try JSONDecoder().decode(Monster.self, from: Data(encoded(monster).utf8))
precondition(decoded == monster)
_ = Music.Track.where { $0.length.seconds > 60 && $0.type == .studio && $0.list.name == nil }
_ = Monster.where {
  $0.weapon == .sword && $0.weaponSword.damage > 5 && $0.parent.parent.name == "Elder"
}
print(try encoded(track))
print(try encoded(monster))

/// Generated types can be used off the main actor, though this module's are on it by default.
nonisolated func bytes(of track: Music.Track) -> Int { track.title.utf8.count }
await Task.detached { precondition(bytes(of: track) == 8) }.value
