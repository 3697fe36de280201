/** Names and figures of a comparison in words. */
import type { ComparisonRow } from '../../../src/server/api.ts';
import { grouped } from '../parts/format.ts';

/** A method at a level of allowed error, or at a swept value. */
export function methodText({ method, maxFpr, swept }: ComparisonRow): string {
  if (swept !== null) return `${method} at ${swept}`;
  return maxFpr === null ? method : `${method} at ${maxFpr}`;
}

/** `compressionRate` to `compression rate`. */
export function spaced(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function figureText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (Number.isInteger(value)) return grouped(value);
  return value >= 10 ? grouped(Number(value.toFixed(1))) : value.toFixed(3);
}
