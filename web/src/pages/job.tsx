/** A learning job: where it is, and what came out. */
import { useState } from 'preact/hooks';
import type { AdoptAnswer, Job, JobProgress, JobState, UndoAnswer } from '../../../src/server/api.ts';
import { bytes, counted, duration, grouped } from '../parts/format.ts';
import { Icon } from '../parts/icons.tsx';
import { apiUrl, ServiceError, send } from '../service/client.ts';
import { hasEnded, useJob } from '../service/use-job.ts';
import { useApp } from '../shell/app-context.ts';
import { JobOutcome } from './job-outcome.tsx';

const STEPS: readonly { readonly state: JobState; readonly label: string }[] = [
  { state: 'waiting', label: 'Waiting' },
  { state: 'reading', label: 'Reading' },
  { state: 'clustering', label: 'Finding equal pages' },
  { state: 'learning', label: 'Learning' },
  { state: 'done', label: 'Done' },
];

export function JobPanel({ known, reload }: { readonly known: Job; readonly reload: () => void }) {
  const { notify, changed } = useApp();
  const job = useJob(known, reload);
  const [isBusy, setBusy] = useState(false);
  const path = `jobs/${encodeURIComponent(job.id)}`;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      notify({ text: error.message, isBad: true });
    } finally {
      setBusy(false);
      reload();
    }
  };
  const adopt = () =>
    act(async () => {
      const { change } = await send<AdoptAnswer>('POST', `${path}/adopt`);
      changed();
      const undo = () =>
        void act(async () => {
          await send<UndoAnswer>('POST', `changes/${change.id}/undo`);
          changed();
          notify({ text: 'The rules from before are in use again.' });
        });
      notify({ text: 'The learned rules are in use now.', undo });
    });
  return (
    <article class="panel job" aria-label={`Job on ${job.sources.join(', ')}`}>
      <header class="row">
        <h3 class="break">{job.sources.join(', ')}</h3>
        <span class="tag">{job.request.learner ?? 'auto'}</span>
        <span class="spacer" />
        {hasEnded(job) ? (
          <button
            type="button"
            class="button quiet tiny"
            disabled={isBusy}
            onClick={() => void act(() => send('DELETE', path))}
          >
            Forget
          </button>
        ) : (
          <button
            type="button"
            class="button tiny"
            disabled={isBusy}
            onClick={() => void act(() => send('DELETE', path))}
          >
            Cancel
          </button>
        )}
      </header>
      <Steps state={job.state} />
      {hasEnded(job) ? null : <Running progress={job.progress} state={job.state} />}
      {job.state === 'canceled' ? <p class="dim">It was canceled.</p> : null}
      {job.error === null ? null : (
        <p class="note bad" role="alert">
          {job.error}
        </p>
      )}
      {job.result === null ? null : (
        <>
          <JobOutcome result={job.result} />
          <div class="row">
            {job.result.isAdopted ? (
              <span class="state active">
                <Icon name="check" /> in use now
              </span>
            ) : (
              <button
                type="button"
                class="button main"
                disabled={isBusy || job.result.rules === 0}
                onClick={() => void adopt()}
              >
                Use these rules
              </button>
            )}
            <a class="button" href={apiUrl(`${path}/rules`)} download="rules.json">
              <Icon name="download" /> Download rules.json
            </a>
          </div>
        </>
      )}
      {job.progress.notes.length === 0 ? null : (
        <details>
          <summary>{counted(job.progress.notes.length, 'remark')} on the data</summary>
          <ul class="sentences">
            {job.progress.notes.map((note, i) => (
              <li key={i} class="break">
                {note}
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Steps({ state }: { readonly state: JobState }) {
  const at = STEPS.findIndex((step) => step.state === state);
  return (
    <ol class="plain stepper" aria-label="Progress">
      {STEPS.map(({ state: name, label }, i) => (
        <li
          key={name}
          class={i < at || state === 'done' ? 'past' : i === at ? 'now' : 'to-come'}
          {...(i === at ? { 'aria-current': 'step' as const } : {})}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}

function Running({ progress, state }: { readonly progress: JobProgress; readonly state: JobState }) {
  const { bytes: read, totalBytes, lines, urls, clusters, seconds } = progress;
  const share = state === 'reading' && totalBytes !== null && totalBytes > 0 ? read / totalBytes : undefined;
  return (
    <div class="running">
      <progress aria-label="Progress" max={1} {...(share === undefined ? {} : { value: share })} />
      <p class="small dim num" aria-live="polite">
        {[
          state === 'reading' && totalBytes !== null ? `${bytes(read)} of ${bytes(totalBytes)}` : '',
          lines === 0 ? '' : `${grouped(lines)} lines`,
          urls === 0 ? '' : counted(urls, 'URL'),
          clusters === 0 ? '' : counted(clusters, 'page'),
          duration(1000 * seconds),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </p>
    </div>
  );
}
