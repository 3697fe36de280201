/** What stands where an answer is not there yet, or will not come. */
import type { ComponentChildren } from 'preact';
import type { Answer } from '../service/use-answer.ts';

export function Waiting<T>({
  answer,
  children,
}: {
  readonly answer: Answer<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  if (answer.error !== undefined) return <Failed text={answer.error.message} retry={answer.reload} />;
  if (answer.value === undefined) return <p class="dim">Loading…</p>;
  return <>{children(answer.value)}</>;
}

export function Failed({ text, retry }: { readonly text: string; readonly retry?: () => void }) {
  return (
    <div class="note bad" role="alert">
      <p>{text}</p>
      {retry === undefined ? null : (
        <button type="button" class="button tiny" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
