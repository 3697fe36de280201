/** Tells the engine to compile functions for speed later than it would: learning runs very many functions, most of them for a moment. */
import { setFlagsFromString } from 'node:v8';

/** Bytes of its code that a function must have run: eight times what is usual. */
const BUDGET = 540_672;
/** Bytes of other functions' code that are compiled into one at most: a quarter of what is usual. What is large is compiled for long, and again whenever something new is seen in any of it. */
const INLINED = 250;
/** An engine that does not know the setting would say so on stderr; it is known up to this one. */
const LAST_KNOWN = 24;

/** For threads too that start afterwards. It changes when code is compiled, never what it does. */
export function compileLate(): void {
  tell(`--interrupt-budget=${BUDGET}`);
}

/** The same, and compiles it in smaller pieces. */
export function compileLateAndSmall(): void {
  compileLate();
  tell(`--max-inlined-bytecode-size-cumulative=${INLINED}`);
}

function tell(setting: string): void {
  if (Number.parseInt(process.versions.node, 10) <= LAST_KNOWN) setFlagsFromString(setting);
}
