/** The members of each cluster, out of each URL's cluster; the twin of `membersOf` in `src/clusters/packed/packed-clusters.ts`. */

/** `first` has a zero for each cluster and one more, `members` a place for each URL. */
export function groupMembers(cluster: usize, urls: i32, first: usize, size: i32, members: usize): void {
  const end = cluster + ((<usize>urls) << 2);
  for (let at = cluster; at < end; at += 4) {
    const count = first + ((<usize>load<u32>(at)) << 2);
    store<i32>(count, load<i32>(count) + 1);
  }
  // Where each cluster ends, and then, because its members are put before that one after another, where it begins.
  let sum = 0;
  const last = first + ((<usize>size) << 2);
  for (let at = first; at < last; at += 4) {
    sum += load<i32>(at);
    store<i32>(at, sum);
  }
  store<i32>(last, sum);
  for (let url = urls - 1; url >= 0; url--) {
    const next = first + ((<usize>load<u32>(cluster + ((<usize>url) << 2))) << 2);
    const place = load<i32>(next) - 1;
    store<i32>(next, place);
    store<i32>(members + ((<usize>place) << 2), url);
  }
}
