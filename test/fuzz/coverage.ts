/** Which branches of the program were taken: an input that takes a new one is worth changing further. */

export type Coverage = {
  /** True if a branch was taken since the last call that never was before. */
  takeNew(): boolean;
  /** Branches taken so far, and all there are. */
  readonly seen: number;
  readonly all: number;
};

/** Of a script that `scripts/instrument.mjs` has put marks into; undefined in any other. */
export function openCoverage(): Coverage | undefined {
  const { branchesTaken: taken } = globalThis as { readonly branchesTaken?: Uint8Array };
  if (taken === undefined) return undefined;
  const known = new Uint8Array(taken.length);
  let seen = 0;
  return {
    get seen() {
      return seen;
    },
    all: taken.length,
    takeNew() {
      const before = seen;
      for (let i = 0; i < taken.length; i++) {
        if (taken[i] === 0) continue;
        if (known[i] === 0) seen++;
        known[i] = 1;
      }
      taken.fill(0);
      return seen > before;
    },
  };
}
