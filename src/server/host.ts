/** The host of a URL as far as it is needed to sort URLs for people; rules have their own, exact notion. */
const HOST = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:]*)/;

/** In lower case; empty if there is none. */
export function hostOf(url: string): string {
  return HOST.exec(url)?.[1]?.toLowerCase() ?? '';
}
