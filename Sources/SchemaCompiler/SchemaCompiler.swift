// SchemaCompiler
