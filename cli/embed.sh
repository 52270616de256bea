#!/bin/sh
# Prints C code that holds the schemas given as NAME.schema.json, sorted by name.
set -eu
name() { basename "$1" .schema.json; }
echo '#include "schemas.h"'
for file; do
    echo "static const unsigned char schema_$(name "$file")[] = {"
    od -An -v -tu1 "$file" | sed 's/  *\([0-9][0-9]*\)/\1,/g'
    echo '};'
done
echo 'const cli_schema cli_schemas[] = {'
for file; do
    echo "    {\"$(name "$file")\", schema_$(name "$file"), sizeof schema_$(name "$file")},"
done
echo '};'
echo 'const size_t cli_schema_count = sizeof cli_schemas / sizeof *cli_schemas;'
