// Numbers as the pages of results show them.

/**
 * What is not all is never shown as all.
 * @param {number | null} share
 * @param {number} digits
 */
export function percent(share, digits) {
  if (share === null) return '–';
  const text = (100 * share).toFixed(digits);
  return share < 1 && Number(text) === 100 ? `>${(100 - 10 ** -digits).toFixed(digits)} %` : `${text} %`;
}

/** @param {number | null} value */
export function count(value) {
  if (value === null) return '–';
  const [whole, rest] = String(Number(value.toFixed(1))).split('.');
  return grouped(Number(whole)) + (rest === undefined ? '' : `.${rest}`);
}

/** @param {number} value */
export function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
