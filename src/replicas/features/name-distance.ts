/** `ndist`: how many letters must change to make one host name of another (Levenshtein, unit costs). */

/** Room for one row of the table, used again and again: there are millions of pairs. Names have 255 characters at most, mostly. */
let room = new Int32Array(256);

/** Names are short, so the plain table does; one row of it is kept. */
export function nameDistance(a: string, b: string): number {
  if (b.length >= room.length) room = new Int32Array(2 * b.length);
  const row = room;
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const unit = a.charCodeAt(i - 1);
    let diagonal = row[0]!;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      const replaced = diagonal + (unit === b.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(replaced, above + 1, row[j - 1]! + 1);
      diagonal = above;
    }
  }
  return row[b.length]!;
}
