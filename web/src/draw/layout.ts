/** Gives the parts of a railroad diagram their places. Pure: tracks in, boxes and lines out. */
import type { BoxKind, Track } from './track.ts';

export type PlacedBox = {
  readonly box: BoxKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly caption?: string;
  readonly capture?: number;
};

export type Diagram = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  /** SVG path data of the rails. */
  readonly rails: readonly string[];
  readonly start: readonly [number, number];
  readonly end: readonly [number, number];
};

export const BOX_HEIGHT = 28;
/** Advance of a character of the monospaced text, rounded up over common fonts. */
const CHARACTER = 7.9;
const CAPTION_CHARACTER = 6.6;
const PADDING = 10;
const GAP = 16;
const BEND = 8;
const CAPTION = 17;
const ROW_GAP = 20;
const MARK = 12;
const CAPTURE = 18;

/** Tracks in a row, broken into several rows where `width` ends. */
export function layOut(tracks: readonly Track[], width: number): Diagram {
  // What stands around the text of a box, at most: both ends, one branch, the number of a capture.
  const around = 2 * (MARK + GAP + PADDING) + 4 * BEND + CAPTURE;
  const most = Math.max(8, Math.floor((width - around) / CHARACTER));
  const laid = tracks.flatMap((track) => split(track, most)).map(measure);
  const rows = breakRows(laid, width);
  const boxes: PlacedBox[] = [];
  const rails: string[] = [];
  let top = 1;
  let start: [number, number] = [0, 0];
  let from: [number, number] = [0, 0];
  let widest = 0;
  for (const [i, row] of rows.entries()) {
    const up = Math.max(...row.map((item) => item.up));
    const down = Math.max(...row.map((item) => item.down));
    const y = top + up;
    let x = MARK;
    if (i === 0) {
      start = [MARK / 2, y];
      rails.push(`M${MARK / 2} ${y}H${MARK + GAP}`);
    } else {
      // Around the end of the row above and back to the left.
      const [fromX, fromY] = from;
      const middle = top - ROW_GAP / 2;
      const [right, left] = [`q${BEND} 0 ${BEND} ${BEND}`, `q${-BEND} 0 ${-BEND} ${BEND}`];
      rails.push(
        `M${fromX} ${fromY}${right}V${middle - BEND}q0 ${BEND} ${-BEND} ${BEND}`,
        `M${fromX} ${middle}H${MARK / 2 + BEND}${left}V${y - BEND}q0 ${BEND} ${BEND} ${BEND}H${MARK + GAP}`,
      );
    }
    x += GAP;
    for (const item of row) {
      item.place(x, y, boxes, rails);
      x += item.width;
      rails.push(`M${x} ${y}h${GAP}`);
      x += GAP;
    }
    from = [x, y];
    widest = Math.max(widest, x + MARK);
    top = y + down + ROW_GAP;
  }
  return { width: widest, height: top - ROW_GAP + 1, boxes, rails, start, end: [from[0] + 4, from[1]] };
}

type Laid = {
  readonly width: number;
  /** Room above and below the rail. */
  readonly up: number;
  readonly down: number;
  place(x: number, y: number, boxes: PlacedBox[], rails: string[]): void;
};

function measure(track: Track): Laid {
  switch (track.kind) {
    case 'box':
      return measureBox(track);
    case 'seq':
      return measureSequence(track.items.map(measure));
    case 'choice':
      return measureChoice(track.options.map(measure));
    case 'optional':
      return measureOptional(measure(track.item));
  }
}

function measureBox(track: Extract<Track, { kind: 'box' }>): Laid {
  const { box, text, caption, capture } = track;
  const number = capture === undefined ? 0 : CAPTURE;
  const width = Math.max(
    2 * PADDING + number + [...text].length * CHARACTER,
    caption === undefined ? 0 : caption.length * CAPTION_CHARACTER,
  );
  return {
    width,
    up: BOX_HEIGHT / 2 + (caption === undefined ? 0 : CAPTION),
    down: BOX_HEIGHT / 2,
    place: (x, y, boxes) => {
      boxes.push({
        box,
        x,
        y,
        width,
        text,
        ...(caption === undefined ? {} : { caption }),
        ...(capture === undefined ? {} : { capture }),
      });
    },
  };
}

function measureSequence(items: readonly Laid[]): Laid {
  return {
    width: items.reduce((sum, item) => sum + item.width, 0) + GAP * Math.max(0, items.length - 1),
    up: Math.max(0, ...items.map((item) => item.up)),
    down: Math.max(0, ...items.map((item) => item.down)),
    place: (x, y, boxes, rails) => {
      let at = x;
      for (const [i, item] of items.entries()) {
        if (i > 0) {
          rails.push(`M${at} ${y}h${GAP}`);
          at += GAP;
        }
        item.place(at, y, boxes, rails);
        at += item.width;
      }
    },
  };
}

function measureChoice(options: readonly Laid[]): Laid {
  const [first, ...others] = options;
  const inner = Math.max(...options.map((item) => item.width));
  const width = inner + 4 * BEND;
  const below = others.reduce((sum, item) => sum + item.up + item.down + 8, 0);
  return {
    width,
    up: first!.up,
    down: first!.down + below,
    place: (x, y, boxes, rails) => {
      const left = x + 2 * BEND;
      first!.place(left, y, boxes, rails);
      rails.push(`M${x} ${y}H${left}`, `M${left + first!.width} ${y}H${x + width}`);
      let bottom = y + first!.down;
      for (const item of others) {
        const middle = bottom + 8 + item.up;
        item.place(left, middle, boxes, rails);
        rails.push(
          `M${x} ${y}q${BEND} 0 ${BEND} ${BEND}V${middle - BEND}q0 ${BEND} ${BEND} ${BEND}`,
          `M${left + item.width} ${middle}H${x + width - 2 * BEND}q${BEND} 0 ${BEND} ${-BEND}V${y + BEND}q0 ${-BEND} ${BEND} ${-BEND}`,
        );
        bottom = middle + item.down;
      }
    },
  };
}

function measureOptional(item: Laid): Laid {
  const width = item.width + 4 * BEND;
  const rise = item.up + 8;
  return {
    width,
    up: rise + 2,
    down: item.down,
    place: (x, y, boxes, rails) => {
      const left = x + 2 * BEND;
      item.place(left, y, boxes, rails);
      rails.push(
        `M${x} ${y}H${left}`,
        `M${left + item.width} ${y}H${x + width}`,
        `M${x} ${y}q${BEND} 0 ${BEND} ${-BEND}V${y - rise + BEND}q0 ${-BEND} ${BEND} ${-BEND}H${x + width - 2 * BEND}q${BEND} 0 ${BEND} ${BEND}V${y - BEND}q0 ${BEND} ${BEND} ${BEND}`,
      );
    },
  };
}

/** A literal that no row could hold becomes several; other long texts are cut, since they are words of ours or values of data. */
function split(track: Track, most: number): Track[] {
  if (track.kind === 'box') {
    const characters = [...track.text];
    if (characters.length <= most) return [track];
    const pieces: string[] = [];
    for (let at = 0; at < characters.length; at += most) pieces.push(characters.slice(at, at + most).join(''));
    return pieces.map((text, i) => (i === 0 ? { ...track, text } : { kind: 'box', box: track.box, text }));
  }
  if (track.kind === 'seq') return track.items.flatMap((item) => split(item, most));
  if (track.kind === 'optional') return [{ kind: 'optional', item: shorten(track.item, most) }];
  return [{ kind: 'choice', options: track.options.map((option) => shorten(option, most)) }];
}

function shorten(track: Track, most: number): Track {
  switch (track.kind) {
    case 'box': {
      const characters = [...track.text];
      return characters.length <= most ? track : { ...track, text: `${characters.slice(0, most - 1).join('')}…` };
    }
    case 'seq':
      return { kind: 'seq', items: track.items.map((item) => shorten(item, most)) };
    case 'choice':
      return { kind: 'choice', options: track.options.map((option) => shorten(option, most)) };
    case 'optional':
      return { kind: 'optional', item: shorten(track.item, most) };
  }
}

function breakRows(items: readonly Laid[], width: number): Laid[][] {
  const rows: Laid[][] = [[]];
  let x = MARK + GAP;
  for (const item of items) {
    const row = rows.at(-1)!;
    if (row.length > 0 && x + item.width + GAP + MARK > width) {
      rows.push([item]);
      x = MARK + GAP;
    } else row.push(item);
    x += item.width + GAP;
  }
  return rows;
}
