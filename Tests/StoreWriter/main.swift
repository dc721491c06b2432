// A process that writes to a store until it is killed, or for some time: the other side of StoreProofTests.
//
// store-writer script PATH SEED LIMIT: runs the transactions of a script and prints the number of each that was
// committed. store-writer bank PATH PROCESS SECONDS: moves money, and prints how often. What goes wrong is printed on
// standard error, with exit code 1.
import Dispatch
import Foundation
import StoreWorkload
import TestSupport
import WorkspaceStore

/// Prints a line at once, in one write, whoever may be killing this process.
func report(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Every third turn is a group that shares one COMMIT.
func runScript(path: String, seed: UInt64, limit: Int) throws {
  let script = Script(seed: seed)
  let durability = seed.isMultiple(of: 2) ? Durability.process : .power
  let workspace = try Workspace(
    path: path, configuration: Configuration(durability: durability, logSizeLimit: 64))
  let queue = DispatchQueue(label: "reports")
  var number = 1
  while number <= limit {
    guard number.isMultiple(of: 3) else {
      try workspace.performChanges { try script.run(number, in: $0) }
      report("\(number)")
      number += 1
      continue
    }
    let group = DispatchGroup()
    for member in number..<number + 4 {
      group.enter()
      workspace.performChanges(on: queue) {
        try script.run(member, in: $0)
      } completion: { result in
        if case .success = result { report("\(member)") }
        group.leave()
      }
    }
    group.wait()
    number += 4
  }
  try workspace.shutdown()
}

/// Moves money at random, and looks at the whole now and then.
func runBank(path: String, process: Int, seconds: Double) throws {
  let workspace = try Workspace(path: path)
  try Bank.open(workspace)
  var generator = SeededGenerator(seed: UInt64(process))
  let end = ContinuousClock.now + .seconds(seconds)
  var moves = 0
  while ContinuousClock.now < end {
    let from = Int32.random(in: 0..<Bank.accounts, using: &generator)
    let to = (from + Int32.random(in: 1..<Bank.accounts, using: &generator)) % Bank.accounts
    let amount = Int64.random(in: 1...50, using: &generator)
    try workspace.performChanges {
      try Bank.move($0, from: from, to: to, amount: amount, process: process)
    }
    moves += 1
    if moves.isMultiple(of: 4), let fault = try Bank.fault(workspace) { throw Failure(fault) }
  }
  try workspace.shutdown()
  report("\(moves)")
}

struct Failure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

let words = CommandLine.arguments.dropFirst()
do {
  switch (words.first, words.count) {
  case ("script", 4):
    guard let seed = UInt64(words[3]), let limit = Int(words[4]) else { throw Failure("numbers") }
    try runScript(path: words[2], seed: seed, limit: limit)
  case ("bank", 4):
    guard let process = Int(words[3]), let seconds = Double(words[4]) else {
      throw Failure("numbers")
    }
    try runBank(path: words[2], process: process, seconds: seconds)
  default: throw Failure("usage: store-writer script PATH SEED LIMIT | bank PATH PROCESS SECONDS")
  }
} catch {
  FileHandle.standardError.write(Data("store-writer: \(error)\n".utf8))
  exit(1)
}
