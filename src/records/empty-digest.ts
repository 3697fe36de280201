/** Digests of no bytes at all: they say that an answer had no body, not that two pages are one. */

/** MD5, SHA-1 and SHA-256, in the ways they are written. */
const EMPTY = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  '3i42h3s6nnfq2msvx7xzkyayscx5qbyj',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]);

/** With or without the name of the algorithm in front (`sha1:`). */
export function isEmptyDigest(digest: string): boolean {
  return digest !== '' && EMPTY.has(digest.slice(digest.indexOf(':') + 1).toLowerCase());
}
