/** The text form of a rule, without its hosts, with the arrow easy to find. */

const ARROW = ' => ';

export function RuleText({ text }: { readonly text: string }) {
  const [view, match, emit] = cut(withoutHosts(text));
  return (
    <span class="rule-text" translate={false}>
      <span class="dim">{view}</span>
      {match}
      {emit === undefined ? null : (
        <>
          <span class="arrow">{ARROW}</span>
          {emit}
        </>
      )}
    </span>
  );
}

/** Hosts are shown beside it. */
function withoutHosts(text: string): string {
  return text.replace(/^@(\*|\{[^}]*\}) /, '');
}

/** The letter of the view, what is matched, and what is emitted; with the arrow put back they are the text again. */
function cut(text: string): [string, string, string?] {
  const [, view = '', rest = text] = /^([TKSE])( .*)$/s.exec(text) ?? [];
  const at = rest.indexOf(ARROW);
  return at < 0 ? [view, rest] : [view, rest.slice(0, at), rest.slice(at + ARROW.length)];
}
