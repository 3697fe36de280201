/** The hosts of a scope: what counts as a host name, and their one order. */
import { compareCodePoints } from '../base/index.ts';
import { lowerAscii, splitUrl } from '../url/index.ts';
import type { Scope } from './rule.ts';

/** Lower-cased, sorted, each once. */
export function normalizeHosts(hosts: readonly string[] | '*'): Scope['hosts'] {
  return hosts === '*' ? '*' : sortedSet(hosts.map(lowerAscii));
}

/** The hosts of all; every host, if one of them is that. */
export function uniteHosts(scopes: readonly Scope['hosts'][]): Scope['hosts'] {
  const all: string[] = [];
  for (const hosts of scopes) {
    if (hosts === '*') return '*';
    for (const host of hosts) all.push(host);
  }
  return normalizeHosts(all);
}

/** True if some URL can have this host: no scheme, user info, port, path or trailing dot. */
export function isHost(text: string): boolean {
  return splitUrl(`http://${text}`).host === lowerAscii(text);
}

/** Sorted by code point, each once. */
export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareCodePoints);
}
