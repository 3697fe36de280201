/** A track drawn as a railroad: follow the line from the dot to the ring. */
import { BOX_HEIGHT, layOut, type PlacedBox } from './layout.ts';
import type { Track } from './track.ts';
import { useWidth } from './use-width.ts';

export function Railroad({ label, tracks }: { readonly label: string; readonly tracks: readonly Track[] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const diagram = width === 0 ? undefined : layOut(tracks, width);
  return (
    // Parts inside parts can be wider than a phone; then they scroll, by keyboard too.
    <section
      class="railroad"
      ref={ref}
      aria-label={label}
      {...(diagram && diagram.width > width ? { tabIndex: 0 } : {})}
    >
      {diagram === undefined ? null : (
        <svg
          role="img"
          aria-label={`${label}: ${trackText(tracks)}`}
          width={diagram.width}
          height={diagram.height}
          viewBox={`0 0 ${diagram.width} ${diagram.height}`}
        >
          <path class="rail" d={diagram.rails.join('')} />
          {diagram.boxes.map((placed, i) => (
            <Box key={i} placed={placed} />
          ))}
          <circle class="start" cx={diagram.start[0]} cy={diagram.start[1]} r="5" />
          <circle class="end" cx={diagram.end[0]} cy={diagram.end[1]} r="4.5" />
        </svg>
      )}
    </section>
  );
}

function Box({ placed: { box, x, y, width, text, caption, capture } }: { readonly placed: PlacedBox }) {
  const top = y - BOX_HEIGHT / 2;
  const shift = capture === undefined ? 0 : 9;
  return (
    <g class={`box ${box}`}>
      <rect x={x} y={top} width={width} height={BOX_HEIGHT} rx={box === 'any' ? BOX_HEIGHT / 2 : 6} />
      {capture === undefined ? null : (
        <>
          <circle class="capture" cx={x + 15} cy={y} r="8" />
          <text class="capture" x={x + 15} y={y} dy=".35em" text-anchor="middle">
            {capture}
          </text>
        </>
      )}
      <text x={x + width / 2 + shift} y={y} dy=".35em" text-anchor="middle">
        {text}
      </text>
      {caption === undefined ? null : (
        <text class="caption" x={x + 1} y={top - 6}>
          {caption}
        </text>
      )}
    </g>
  );
}

/** The same in words, for those who cannot see it. */
function trackText(tracks: readonly Track[]): string {
  return tracks.map(oneText).join(', then ');
}

function oneText(track: Track): string {
  switch (track.kind) {
    case 'box': {
      const number = track.capture === undefined ? '' : ` (number ${track.capture})`;
      const text = track.text === '…' ? 'anything' : track.text;
      return `${track.caption === undefined ? '' : `${track.caption} `}${text}${number}`;
    }
    case 'seq':
      return trackText(track.items);
    case 'choice':
      return `one of ${track.options.map(oneText).join(' or ')}`;
    case 'optional':
      return `perhaps ${oneText(track.item)}`;
  }
}
