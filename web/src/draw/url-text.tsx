/** A URL with its parts in color. Always text, never a link: it comes from data, and nobody should open it by accident. */
import { coloredPieces } from './url-parts.ts';

export function UrlText({ url }: { readonly url: string }) {
  return (
    <span class="url" translate={false}>
      {coloredPieces(url).map(({ text, part }, i) => (
        <span key={i} class={`t-${part}`}>
          {text}
        </span>
      ))}
    </span>
  );
}
