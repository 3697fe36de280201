/** Asks for the token of a server that others can reach. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionRequest } from '../../../src/server/api.ts';
import { Failed } from '../parts/waiting.tsx';
import { ServiceError, send, TOKEN_WANTED } from '../service/client.ts';

export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    addEventListener(TOKEN_WANTED, want);
    return () => removeEventListener(TOKEN_WANTED, want);
  }, []);
  if (!isWanted) return null;
  const done = () => {
    setWanted(false);
    onSignedIn();
  };
  return <TokenDialog done={done} />;
}

function TokenDialog({ done }: { readonly done: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [token, setToken] = useState('');
  const [error, setError] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await send<undefined>('POST', 'session', { token } satisfies SessionRequest);
      done();
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      setError(problem.message);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="token-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="token-title">This server wants a token</h2>
        <label class="field">
          <span>The token it was started with</span>
          <input
            class="input"
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {error === undefined ? null : <Failed text={error} />}
        <div class="actions">
          <button type="submit" class="button main" disabled={token === ''}>
            Go on
          </button>
        </div>
      </form>
    </dialog>
  );
}
