/** A sentence in which `…` marks code, as the program writes them. */

export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : <span key={i}>{part}</span>))}</>
  );
}
