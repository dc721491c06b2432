/// A transaction, or a savepoint of a group, that is running on the writer's queue.
package final class WriteTransaction {
  package let connection: Connection
  init(connection: Connection) { self.connection = connection }
  func requireOpen() throws(WorkspaceError) {}
}
