import Foundation

// Who stops reading gets no more, and the exit code stays right.
signal(SIGPIPE, SIG_IGN)
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
