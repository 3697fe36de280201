/** The Clopper–Pearson upper bound of a share, with the beta quantile it needs. */

/**
 * The largest share that still gives `found` or fewer of `checked` with a probability of 1 - confidence: with that confidence the true share is not larger.
 * Null when nothing was checked. One-sided: 0 of 59 at 0.95 is 5 %.
 */
export function clopperPearsonUpper(found: number, checked: number, confidence: number): number | null {
  if (checked === 0) return null;
  if (found >= checked) return 1;
  return betaQuantile(confidence, found + 1, checked - found);
}

/** The x at which the regularized incomplete beta function is p; a and b are 1 or more. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  // With a = 1 there is a closed form, exact also where the answer is tiny.
  if (a === 1) return -Math.expm1(Math.log1p(-p) / b);
  let low = 0;
  let high = 1;
  // Halving the interval never fails, and its steps are the same on every machine.
  for (let i = 0; i < 200 && high - low > 1e-16 * high; i++) {
    const middle = (low + high) / 2;
    if (incompleteBeta(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularized incomplete beta function I_x(a, b). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly on this side of the mean only.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of DLMF 8.17.22, by Lentz's method as changed by Thompson and Barnett. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  // About the square root of the larger parameter in steps; the limit is for parameters of 10^8.
  for (let m = 1; m < 20_000; m++) {
    for (const isOdd of [false, true]) {
      const term = isOdd
        ? (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
        : (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return fraction;
}

/** Stirling's series, after the argument was moved up to where it is exact to the last digits. */
export function logGamma(x: number): number {
  let shift = 0;
  while (x < 12) shift -= Math.log(x++);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / x;
  return shift + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}
