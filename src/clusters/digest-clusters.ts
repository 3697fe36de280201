/** Clusters by what was fetched: pages with one digest, and addresses that redirect to them. */
import { compareCodePoints } from '../base/index.ts';
import type { CrawlRecord } from '../records/index.ts';
import type { Cluster, ClusterNote } from './cluster.ts';
import { Sights } from './sights.ts';

/** Shorter bodies are empty frames and error lines: equal ones say nothing about the page. */
const TINY_BYTES = 100;
/** A chain of redirects that is longer leads nowhere. */
const MAX_HOPS = 20;

export class DigestClusters {
  readonly #urls = new Map<string, number>();
  readonly #pages = new Sights();
  readonly #redirects = new Sights();

  /** A record without a status is taken for a page. */
  add({ url, status = 200, digest = '', redirect, length, time }: CrawlRecord): void {
    let number = this.#urls.get(url);
    if (number === undefined) {
      number = this.#urls.size;
      this.#urls.set(url, number);
    }
    if (status === 200) this.#pages.note(number, digest, timeOf(time), length !== undefined && length < TINY_BYTES);
    else if (status >= 300 && status < 400 && redirect !== undefined) {
      this.#redirects.note(number, redirect, timeOf(time), false);
    }
  }

  /** Without URLs that are left to others. */
  finish(isElsewhere: (url: string) => boolean): { clusters: Cluster[]; failing: string[]; notes: ClusterNote[] } {
    const groups = new Map<string, string[]>();
    const failing: string[] = [];
    const dropped = new Map<string, { count: number; example: string }>();
    for (const [url, number] of this.#urls) {
      const page = this.#pages.decide(number);
      if (!page) failing.push(url);
      if (isElsewhere(url)) continue;
      const group = page ? groupOf(url, page) : this.#groupOfTarget(number);
      if (group === null) {
        drop(dropped, this.#redirects.decide(number) ? 'redirect-to-nowhere' : 'no-page', url);
        continue;
      }
      const members = groups.get(group);
      if (members) members.push(url);
      else groups.set(group, [url]);
    }
    const notes = [...dropped].map(([code, found]) => ({ code, ...found }));
    notes.sort((a, b) => compareCodePoints(a.code, b.code));
    return { clusters: [...groups].map(([id, urls]) => ({ id, urls })), failing, notes };
  }

  /** The group of the page that redirects lead to in the end; null if they lead to none. */
  #groupOfTarget(url: number): string | null {
    let at = url;
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const target = this.#redirects.decide(at)?.value;
      const next = target === undefined ? undefined : this.#urls.get(target);
      if (target === undefined || next === undefined) return null;
      const page = this.#pages.decide(next);
      if (page) return groupOf(target, page);
      at = next;
    }
    return null;
  }
}

/** The digest; a page without one, or with next to no body, is a group of its own. */
function groupOf(url: string, { value, isTiny }: { readonly value: string; readonly isTiny: boolean }): string {
  return value === '' || isTiny ? url : value;
}

function drop(dropped: Map<string, { count: number; example: string }>, code: string, url: string): void {
  const known = dropped.get(code) ?? { count: 0, example: url };
  const example = compareCodePoints(url, known.example) < 0 ? url : known.example;
  dropped.set(code, { count: known.count + 1, example });
}

/** A number that grows with time: seconds, or a date, of which the digits count; 0 when there is none. */
function timeOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const plain = Number(text);
  if (Number.isFinite(plain)) return plain;
  return Number(text.replace(/\D/g, '').slice(0, 15)) || 0;
}
