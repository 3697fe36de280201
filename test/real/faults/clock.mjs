// A clock that jumps: back by a year, ahead by a century, and to the beginning of time.
const { now } = Date;
const JUMPS = [0, -31_536_000_000, 3_155_760_000_000, -now()];
let asked = 0;
Date.now = () => now() + JUMPS[asked++ % JUMPS.length];
