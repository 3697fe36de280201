/** What a robots.txt allows (RFC 9309), and the pause it asks for. */
import robotsParser from 'robots-parser';

export type Robots = {
  /** `url` is of the origin of the robots.txt, as it would be asked for. */
  allows(url: string): boolean;
  /** Crawl-delay; 0 if there is none. */
  readonly delaySeconds: number;
};

/** A robots.txt as answered; a status that says why there is none decides alone. */
export type RobotsAnswer = { readonly status: number; readonly text: string };

/** Of a longer file only the beginning counts. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/** Rules with a longer pattern are cut to this, which forbids more and never less; matching them would take too long. */
const MAX_PATTERN = 2048;

/** An answer that says that the server is ill or overloaded forbids everything; one that says that there is no such file, nothing. */
export function readRobots({ status, text }: RobotsAnswer, origin: string, product: string): Robots {
  if (isIll(status)) return { allows: () => false, delaySeconds: 0 };
  if (status !== 200) return { allows: () => true, delaySeconds: 0 };
  const parsed = parse(`${origin}/robots.txt`, tamed(text));
  return {
    // An answer of undefined means another origin.
    allows: (url) => parsed.isAllowed(url, product) === true,
    delaySeconds: Math.max(0, parsed.getCrawlDelay(product) ?? 0),
  };
}

/** True for a server that is overloaded or broken. */
export function isIll(status: number): boolean {
  return status >= 500 || status === 429;
}

/** The text of a file of which only the beginning may be there: a rule that was cut in two is none. */
export function robotsText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return bytes.length < MAX_ROBOTS_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function tamed(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const short = line.replace(/\*{2,}/g, '*');
      if (short.length <= MAX_PATTERN) return short;
      // A longer exception is dropped, so that cutting it does not allow more.
      return /^\s*allow/i.test(short) ? '' : short.slice(0, MAX_PATTERN);
    })
    .join('\n');
}

type Parsed = {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
};

// The package is a function, and declares to have one.
const parse = robotsParser as unknown as (url: string, text: string) => Parsed;
