#!/bin/sh
# From an index of a crawl to the list of its different pages: pages.sh crawl.cdxj > pages.txt
# DUSTPAN names the program, "npx dustpan" unless given.
set -eu
dustpan=${DUSTPAN:-npx dustpan}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
index=$1

# What is one page, learned from the digests of the index.
$dustpan learn "$index" -o "$work/rules.json"

# The URLs of the index that gave a page, in order, and the first of each key.
awk '{ sub(/^[^ ]+ [^ ]+ /, ""); print }' "$index" |
  sed -n 's/.*"url": *"\([^"]*\)".*"status": *"\{0,1\}200.*/\1/p' |
  $dustpan dedupe -r "$work/rules.json"
