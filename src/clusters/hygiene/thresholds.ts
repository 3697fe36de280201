/** The numbers of the filters, each with where it comes from; none was chosen for a site. */

/** Unrelated addresses of one content from which on it is no page any more: as many as must support a rule before it is believed. */
export const MANY_ADDRESSES = 10;
/** URLs of a cluster from which on it must have something in common: more than any list of hosts, languages and formats of one page. */
export const GIANT = 100;
/** Unrelated addresses of a page whose title is that of an error: a page that is only called "Error handling" has one or two. */
export const FEW_ADDRESSES = 3;
/** Folders that use one picture: languages and versions of a page are fewer. */
export const MANY_FOLDERS = 5;
/** Different titles of one text: two may be the same title with and without the name of the site. */
export const MANY_TITLES = 3;
/** Share of URLs that makes something common to a cluster: most. */
export const MOST = 0.5;
/** Clusters of a site in which a word may stand and still tell pages apart, as a number and as a share: views and parts of a page share its name. */
export const OWN_CLUSTERS = 10;
export const OWN_SHARE = 0.05;
/** URLs of a cluster that are looked at, evenly spread. */
export const SAMPLE = 100;
