/** Rows for what people do today with a package: present where `normalize-url` is installed. */
import type { NamedNormalizer } from '../index.ts';

/** What there is of it, and why the rest is absent. */
export type PackageNormalizers = {
  readonly normalizers: readonly NamedNormalizer[];
  readonly absent: readonly { readonly method: string; readonly reason: string }[];
};

/** All it can do without being told names of parameters, hosts or files: what it joins more is not for want of trying. */
const STRONGEST = {
  stripProtocol: true,
  stripHash: true,
  stripWWW: true,
  removeTrailingSlash: true,
  removeSingleSlash: true,
  removeDirectoryIndex: true,
  removeExplicitPort: true,
  sortQueryParameters: true,
  emptyQueryValue: 'never',
} as const;

const DEFAULT_NAME = 'normalize-url';
const STRONGEST_NAME = 'normalize-url (strongest)';

export async function loadNormalizers(): Promise<PackageNormalizers> {
  try {
    const { default: normalizeUrl } = await import('normalize-url');
    return {
      normalizers: [
        { name: DEFAULT_NAME, key: (url) => keyOf(url, () => normalizeUrl(url)) },
        { name: STRONGEST_NAME, key: (url) => keyOf(url, () => normalizeUrl(url, STRONGEST)) },
      ],
      absent: [],
    };
  } catch {
    const reason = 'the package normalize-url is not installed; "npm install normalize-url" adds the row';
    return { normalizers: [], absent: [DEFAULT_NAME, STRONGEST_NAME].map((method) => ({ method, reason })) };
  }
}

/** The package refuses some URLs by throwing; they stay as they are. */
function keyOf(url: string, normalize: () => string): string {
  try {
    return normalize();
  } catch {
    return url;
  }
}
