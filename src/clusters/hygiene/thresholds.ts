/** The numbers of the filters, each with where it comes from; none was chosen for a site. */

/**
 * Different addresses of one content from which on it is no page any more, if they have nothing in common:
 * as many as must support a rule before it is believed.
 */
export const MANY_ADDRESSES = 10;
/** URLs of a cluster from which on it must have something in common: more than any list of hosts, languages and formats of one page. */
export const GIANT = 100;
/** Addresses of an error page: a page that is only called "Error handling" has one or two. */
export const ERROR_ADDRESSES = 3;
/** Folders that use one picture: languages and versions of a page are fewer. */
export const MANY_FOLDERS = 5;
/** Different titles of one text: two may be the same title with and without the name of the site. */
export const MANY_TITLES = 3;
/** Share of URLs that makes something common to a cluster: most. */
export const MOST = 0.5;
/** Share of the URLs with a word that must be in a cluster for the word to be its own; `wiki` in the URLs of a wiki is nobody's own. */
export const OWN_SHARE = 0.1;
/** URLs of a cluster that are looked at, evenly spread. */
export const SAMPLE = 100;
