/** Copies a text, and says that it did. */
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'ready' | 'done' | 'failed'>('ready');
  const copy = () => {
    // Absent where the page is not loaded over a secure connection.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setState('done'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" class="button tiny" onClick={copy} onBlur={() => setState('ready')}>
      <Icon name={state === 'done' ? 'check' : 'copy'} />
      <span aria-live="polite">{state === 'done' ? 'Copied' : state === 'failed' ? 'Select and copy' : label}</span>
    </button>
  );
}
