/** Figures as they are shown to people, in text and on pages alike. */
import { grouped } from '../base/index.ts';

/** What is shown for a figure that there is not. */
export const NONE = '–';

/** Two digits; what is not all is never shown as all. */
export function percent(share: number | null): string {
  if (share === null) return NONE;
  const text = (100 * share).toFixed(2);
  return share < 1 && text === '100.00' ? '>99.99 %' : `${text} %`;
}

/** A count, or a mean of counts with one digit after the point. */
export function count(value: number | null): string {
  if (value === null) return NONE;
  const [whole, rest] = String(Number(value.toFixed(1))).split('.');
  return grouped(Number(whole)) + (rest === undefined ? '' : `.${rest}`);
}

export function decimal(value: number | null, digits: number): string {
  return value === null ? NONE : value.toFixed(digits);
}
