/** The tools for pages, loaded when they are needed: the parser of HTML takes a while, and most commands read no page. */

export type PageTools = typeof import('./page/index.ts');

export function loadPageTools(): Promise<PageTools> {
  return import('./page/index.ts');
}
