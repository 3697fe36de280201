/** The robots.txt of every origin that is asked: had once, believed for a day, noted in the journal. */
import type { PageTools } from '../records/index.ts';
import type { Asker } from './asker.ts';
import { locationOf } from './exchange.ts';
import type { Journal } from './journal.ts';
import type { Unknown } from './outcome.ts';
import { isIll, MAX_ROBOTS_BYTES, type Robots, type RobotsAnswer, readRobots, robotsText } from './robots.ts';
import { askedUrl, type Target, targetOf } from './target.ts';

/** RFC 9309 2.4. */
const BELIEVED_MS = 86_400_000;
/** RFC 9309 2.3.1.2: five at least; after that, there is no such file. */
const REDIRECTS = 5;

export class RobotsBook {
  readonly #asker: Asker;
  readonly #journal: Journal | null;
  readonly #product: string;
  readonly #tools: PageTools;
  readonly #robots = new Map<string, Robots | Unknown>();

  /** `product` is the name we go by. */
  constructor(asker: Asker, journal: Journal | null, product: string, tools: PageTools) {
    this.#asker = asker;
    this.#journal = journal;
    this.#product = product;
    this.#tools = tools;
  }

  /** What may be asked of the target's origin, or why that is not known: then nothing may. */
  async of(target: Target): Promise<Robots | Unknown> {
    const { origin } = target;
    const known = this.#robots.get(origin);
    if (known !== undefined) return known;
    const noted = this.#journal?.robots.get(origin);
    const isFresh = noted !== undefined && Math.abs(Date.now() - noted.at) < BELIEVED_MS;
    const answer = isFresh ? noted : await this.#ask(target);
    if (answer === 'budget' || answer === 'stopped') return answer;
    if (typeof answer === 'string') {
      this.#robots.set(origin, answer);
      return answer;
    }
    // A server that is ill now may be well when the next run begins.
    if (!isFresh && !isIll(answer.status)) this.#journal?.addRobots({ robots: origin, at: Date.now(), ...answer });
    const robots = readRobots(answer, origin, this.#product);
    this.#asker.gate(target.host).slowTo(robots.delaySeconds);
    this.#robots.set(origin, robots);
    return robots;
  }

  async #ask({ origin, host }: Target): Promise<RobotsAnswer | Unknown> {
    let target: Target = { origin, host, path: '/robots.txt' };
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      const exchange = await this.#asker.ask(target, MAX_ROBOTS_BYTES, true);
      if (typeof exchange === 'string') return exchange;
      if (exchange.kind === 'failure') return exchange.code;
      const location = locationOf(exchange);
      if (location === undefined) return { status: exchange.status, text: robotsText(exchange.body) };
      const next = targetOf(this.#tools.resolveUrl(askedUrl(target), location) ?? '');
      if (next === null) break;
      target = next;
    }
    return { status: 404, text: '' };
  }
}
