/** Activate, quarantine or refute a rule, with a note that says why. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RuleDetail, RuleState } from '../../../src/server/api.ts';
import { STATE_MEANING, STATES } from '../parts/state.tsx';
import { Failed } from '../parts/waiting.tsx';
import type { Answer } from '../service/use-answer.ts';
import { useApp } from '../shell/app-context.ts';
import { useChange } from './use-change.ts';

const VERBS: Readonly<Record<RuleState, string>> = {
  active: 'Activate',
  quarantined: 'Quarantine',
  refuted: 'Refute',
};

export function RuleSwitch({ detail, answer }: { readonly detail: RuleDetail; readonly answer: Answer<RuleDetail> }) {
  const { overview } = useApp();
  const [wanted, want] = useState<RuleState>();
  const buttons = useRef<HTMLFieldSetElement>(null);
  const closed = () => {
    want(undefined);
    // The button that was pressed may be gone with the old state; the focus must not be.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) buttons.current?.querySelector('button')?.focus();
    });
  };
  return (
    <div class="switch">
      <fieldset class="row" aria-label="Change the rule" ref={buttons}>
        {STATES.filter((state) => state !== detail.state).map((state) => (
          <button
            key={state}
            type="button"
            class={`button${state === 'active' ? ' main' : ''}`}
            onClick={() => want(state)}
          >
            {VERBS[state]}
          </button>
        ))}
        <button type="button" class="button quiet" onClick={() => want(detail.state)}>
          {detail.note === null ? 'Add a note' : 'Edit the note'}
        </button>
      </fieldset>
      {overview?.file.whyNot ? <p class="small dim">{overview.file.whyNot}</p> : null}
      {wanted === undefined ? null : <ChangeDialog detail={detail} answer={answer} wanted={wanted} close={closed} />}
    </div>
  );
}

type ChangeDialogProps = {
  readonly detail: RuleDetail;
  readonly answer: Answer<RuleDetail>;
  readonly wanted: RuleState;
  readonly close: () => void;
};

/** As the server has it. */
const MOST_NOTE = 4000;

function ChangeDialog({ detail, answer, wanted, close }: ChangeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Only what was typed here is sent: a note that somebody else wrote meanwhile stays.
  const [before] = useState(detail.note ?? '');
  const [note, setNote] = useState(before);
  const [error, setError] = useState<string>();
  const { change, isBusy } = useChange(answer.set);
  const isNoteOnly = wanted === detail.state;
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const trouble = await change(detail, {
      ...(isNoteOnly ? {} : { state: wanted }),
      ...(note === before ? {} : { note }),
    });
    // The page behind a dialog is out of reach, so it is said here, and what was typed stays.
    if (trouble === undefined) dialog.current?.close();
    else setError(trouble);
  };
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="change-title">
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="change-title">{isNoteOnly ? 'A note on this rule' : `${VERBS[wanted]} this rule?`}</h2>
        {isNoteOnly ? null : <p class="dim">It will be {STATE_MEANING[wanted]}. You can take this back.</p>}
        <label class="field">
          <span>{isNoteOnly ? 'Note' : 'Note: why, for those who come after you (may stay empty)'}</span>
          <textarea
            class="input prose"
            maxLength={MOST_NOTE}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        {error === undefined ? null : <Failed text={`${error} Now it is ${nowText(detail)}.`} />}
        <div class="actions">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="button main" disabled={isBusy || (isNoteOnly && note === before)}>
            {isNoteOnly ? 'Save the note' : VERBS[wanted]}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function nowText({ state, note }: RuleDetail): string {
  return note === null ? state : `${state}, with the note “${note}”`;
}
