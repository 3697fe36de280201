/** A job as it is now, told by the server as it changes. */
import { useEffect, useState } from 'preact/hooks';
import type { Job, JobState } from '../../../src/server/api.ts';
import { apiUrl } from './client.ts';

const ENDED: readonly JobState[] = ['done', 'failed', 'canceled'];

export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return ENDED.includes(state);
}

/** `known` is what the list of jobs said; `onEnd` is called once, when a running job comes to its end. */
export function useJob(known: Job, onEnd: () => void): Job {
  const [job, setJob] = useState(known);
  useEffect(() => setJob(known), [known]);
  const isRunning = !hasEnded(job);
  useEffect(() => {
    if (!isRunning) return undefined;
    // The browser itself connects again when the line breaks.
    const events = new EventSource(apiUrl(`jobs/${encodeURIComponent(known.id)}/events`));
    events.addEventListener('job', (event) => {
      const next = JSON.parse((event as MessageEvent<string>).data) as Job;
      setJob(next);
      if (!hasEnded(next)) return;
      events.close();
      onEnd();
    });
    return () => events.close();
  }, [known.id, isRunning]);
  return job;
}
