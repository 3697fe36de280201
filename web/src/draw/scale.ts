/** Numbers to places on an axis, with round ticks. */

export type Scale = { readonly ticks: readonly number[]; readonly at: (value: number) => number };

/** From zero to a round number at or above the largest value. */
export function scaleTo(largest: number, from: number, to: number, wanted: number): Scale {
  const step = roundStep((largest > 0 ? largest : 1) / wanted);
  const count = Math.max(1, Math.ceil((largest > 0 ? largest : 1) / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, i) => i * step);
  return { ticks, at: (value) => from + (value / (count * step)) * (to - from) };
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const digit = [1, 2, 5].find((one) => one * power >= wanted * (1 - 1e-9)) ?? 10;
  return digit * power;
}
