/** What a handler of Crawlee was given, as a page: of crawlers over HTTP and of those with a browser. */
import type { LoadedPage } from './page-log.ts';

/** The parts of a crawling context that are looked at. */
export type HandlerContext = {
  readonly request: { readonly url: string; readonly loadedUrl?: string };
  readonly response?: ResponseLike;
  /** Of crawlers over HTTP. */
  readonly body?: string | Uint8Array;
  /** Of crawlers with a browser. */
  readonly page?: { content(): Promise<string> };
};

type ResponseLike = {
  readonly statusCode?: number;
  status?(): number;
  readonly headers?: Headers | (() => Headers);
};
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Null if the context has no body, as for requests that skip navigation. */
export async function pageOf({ request, response, body, page }: HandlerContext): Promise<LoadedPage | null> {
  const content = body ?? (await page?.content());
  if (content === undefined) return null;
  const { headers } = response ?? {};
  const sent = (typeof headers === 'function' ? headers.call(response) : headers) ?? {};
  const contentType = first(sent['content-type']);
  const noVarySearch = first(sent['no-vary-search']);
  const isText = typeof content === 'string';
  const url = withoutFragment(request.url);
  return {
    url,
    loadedUrl: withoutFragment(request.loadedUrl ?? url),
    status: response?.statusCode ?? response?.status?.() ?? 200,
    body: isText ? Buffer.from(content) : content,
    // A string was decoded already, whatever the header says.
    ...(contentType !== undefined && { contentType: isText ? utf8(contentType) : contentType }),
    ...(noVarySearch !== undefined && { noVarySearch }),
  };
}

/** Pages are told apart without it. */
export function withoutFragment(url: string): string {
  const at = url.indexOf('#');
  return at < 0 ? url : url.slice(0, at);
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}

function utf8(contentType: string): string {
  return `${contentType.split(';', 1)[0]!.trim()}; charset=utf-8`;
}
