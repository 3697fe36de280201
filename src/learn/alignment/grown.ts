/** Arrays of numbers that grow: they are kept from cluster to cluster. */

/** The array itself, or a copy twice as long or longer, if it has fewer than `size` places. */
export function grown<A extends Int32Array | Uint8Array | Float64Array>(array: A, size: number): A {
  if (size <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.max(size, 2 * array.length));
  larger.set(array);
  return larger;
}
