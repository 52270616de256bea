#!/bin/sh
# Prints a scene of unit boxes, one a line from line 2 on: scene.sh NAME:X[:TAG...]... [RULES]
# RULES, which begins with a brace, is the inside of the array of rules.
set -eu
echo '{"objects":['
separator=
rules=
for item; do
    case $item in
    '{'*)
        rules=$item
        continue
        ;;
    esac
    printf '%s' "$separator"
    echo "$item" | awk -F: '{
        printf "{\"name\":\"%s\",\"shape\":{\"type\":\"box\",\"size\":[1,1,1]},\"transform\":{\"translation\":[%s,0,0]},\"tags\":[", $1, $2
        for (i = 3; i <= NF; i++) printf "%s\"%s\"", (i > 3 ? "," : ""), $i
        printf "]}"
    }'
    separator=',
'
done
if [ -n "$rules" ]; then
    printf '],"rules":[%s]}\n' "$rules"
else
    printf ']}\n'
fi
