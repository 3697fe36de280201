/** Learn rules here: give files, watch the job, use what it found. */
import type { Job, JobsAnswer, LearnersAnswer, UploadsAnswer } from '../../../src/server/api.ts';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';
import { JobPanel } from './job.tsx';
import { LearnForm } from './learn-form.tsx';

export function LearnPage() {
  const learners = useAnswer<LearnersAnswer>('learners');
  const uploads = useAnswer<UploadsAnswer>('uploads');
  const jobs = useAnswer<JobsAnswer>('jobs');
  const started = (job: Job) => jobs.set({ jobs: [job, ...(jobs.value?.jobs ?? [])] });
  return (
    <div class="page">
      <div class="head">
        <div>
          <h1>Learn</h1>
          <p class="dim">
            A crawl, an index, a log or labeled clusters: what you give stays on this server, and nothing changes until
            you use the result.
          </p>
        </div>
      </div>
      <Waiting answer={learners}>
        {(choices) => (
          <Waiting answer={uploads}>
            {(files) => <LearnForm choices={choices} files={files} reloadFiles={uploads.reload} onStarted={started} />}
          </Waiting>
        )}
      </Waiting>
      <Waiting answer={jobs}>
        {({ jobs: list }) =>
          list.length === 0 ? null : (
            <section class="section" aria-labelledby="jobs">
              <h2 id="jobs">Jobs</h2>
              {list.map((job) => (
                <JobPanel key={job.id} known={job} reload={jobs.reload} />
              ))}
            </section>
          )
        }
      </Waiting>
    </div>
  );
}
