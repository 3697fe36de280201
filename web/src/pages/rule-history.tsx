/** What was changed since the server started, and how to take it back. */
import type { Change, RuleDetail } from '../../../src/server/api.ts';
import { Icon } from '../parts/icons.tsx';
import type { Answer } from '../service/use-answer.ts';
import { useChange } from './use-change.ts';

export function RuleHistory({ detail, answer }: { readonly detail: RuleDetail; readonly answer: Answer<RuleDetail> }) {
  const { undo, isBusy } = useChange(answer.set);
  if (detail.changes.length === 0) return null;
  return (
    <section class="section" aria-labelledby="history">
      <h2 id="history">Changes since the server started</h2>
      <ul class="plain history">
        {detail.changes.map((change) => (
          <li key={change.id}>
            <time class="small dim num" dateTime={change.at}>
              {timeOf(change)}
            </time>
            <span class="break">
              {change.undoes === null ? '' : 'taken back: '}
              {change.text}
            </span>
            {change.canUndo ? (
              <button type="button" class="button tiny" disabled={isBusy} onClick={() => void undo(change)}>
                <Icon name="undo" /> Undo
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function timeOf({ at }: Change): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}
