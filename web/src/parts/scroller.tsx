/** Something that may be wider or longer than its place: it scrolls there, by keyboard too. */
import type { ComponentChildren } from 'preact';

export type ScrollerProps = {
  readonly label: string;
  readonly className?: string;
  readonly children: ComponentChildren;
};

export function Scroller({ label, className = 'wide', children }: ScrollerProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable.
    <section class={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
