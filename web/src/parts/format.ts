/** Numbers and shares as people read them. */

const GROUPED = new Intl.NumberFormat('en-US');

export function grouped(value: number): string {
  return GROUPED.format(value);
}

/** `1 rule`, `2,000 rules`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** Two digits that matter: `3.3 %`, `0.049 %`; whole from ten on. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value >= 10 ? value.toFixed(value > 99 && value < 100 ? 1 : 0) : Number(value.toPrecision(2))} %`;
}

export function bytes(size: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let [value, unit] = [size, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** `2:05` for 125 seconds. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
