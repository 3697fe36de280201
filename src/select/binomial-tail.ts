/** How likely it is to see so few wrong ones by chance. */

/** P(X <= found) of a binomial distribution; `found` and `of` are whole numbers. */
export function binomialTail(found: number, of: number, rate: number): number {
  if (found >= of || rate <= 0) return 1;
  if (rate >= 1) return 0;
  let term = of * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let k = 1; k <= found; k++) {
    term += Math.log((of - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
