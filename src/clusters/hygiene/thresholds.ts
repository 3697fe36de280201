/** The numbers of the filters, each with where it comes from; none was chosen for a site. */

/** URLs of a cluster from which on it must have something in common: more than any list of hosts, languages and formats of one page. */
export const GIANT = 100;
/** Folders that use one picture: languages and versions of a page are fewer. */
export const MANY_FOLDERS = 5;
/** Different titles of one text: two may be the same title with and without the name of the site. */
export const MANY_TITLES = 3;
/** Share of URLs or pages that makes something common to a cluster: most. */
export const MOST = 0.5;
/** URLs of a cluster that are looked at, evenly spread. */
export const SAMPLE = 100;
