// Dataflow
