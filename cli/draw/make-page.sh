#!/bin/sh
# Prints the page of the viewer up to its data: viewer/page.html with the style, three.js and the viewer's own scripts in it.
#   make-page.sh THREE_FOLDER VIEWER_FOLDER
# Nothing but these very bytes may run in the page: its security policy names their hashes.
set -eu
three=$1 viewer=$2
[ -e "$three/three.min.js" ] || {
    echo "make-page.sh: no three.min.js in $three: \`make deps\` installs it, THREE=FOLDER names another place" >&2
    exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

{
    cat "$three/three.min.js"
    printf '\n'
    cat "$three/examples/js/controls/OrbitControls.js"
    printf '\n(function () {\n"use strict";\n'
    cat "$viewer/materials.js" "$viewer/geometry.js" "$viewer/crowd.js" "$viewer/focus.js" "$viewer/grid.js" \
        "$viewer/view.js" "$viewer/list.js" "$viewer/detail.js" "$viewer/trace.js" \
        "$viewer/keys.js" "$viewer/pointer.js" "$viewer/main.js"
    printf '})();\n'
} >"$scratch/script"
cp "$viewer/viewer.css" "$scratch/style"

for part in script style; do
    if grep -qi "</$part\|<!--" "$scratch/$part"; then
        echo "make-page.sh: the $part has '</$part' or '<!--' in it, which would end it in a page" >&2
        exit 1
    fi
done

hash_of() { printf "'sha256-%s'" "$(sha256sum <"$1" | cut -c 1-64 | tr a-f A-F | basenc --base16 -d | basenc --base64)"; }

while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    @script@ | @style@)
        part=${line#@} part=${part%@}
        printf '<%s>' "$part"
        cat "$scratch/$part"
        printf '</%s>\n' "$part"
        ;;
    *@script-hash@*)
        printf '%s\n' "$line" | sed "s|@script-hash@|$(hash_of "$scratch/script")|; s|@style-hash@|$(hash_of "$scratch/style")|"
        ;;
    *)
        printf '%s\n' "$line"
        ;;
    esac
done <"$viewer/page.html" | head -c -1
