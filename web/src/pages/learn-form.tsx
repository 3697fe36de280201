/** What to learn from, and how. */
import { useState } from 'preact/hooks';
import type { Job, JobRequest, LearnersAnswer, UploadsAnswer } from '../../../src/server/api.ts';
import { Failed } from '../parts/waiting.tsx';
import { ServiceError, send } from '../service/client.ts';
import { UploadList } from './upload-list.tsx';

export type LearnFormProps = {
  readonly choices: LearnersAnswer;
  readonly files: UploadsAnswer;
  reloadFiles(): void;
  onStarted(job: Job): void;
};

export function LearnForm({ choices, files, reloadFiles, onStarted }: LearnFormProps) {
  const { defaults } = choices;
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [usesInputs, setUsesInputs] = useState(files.inputs.length > 0);
  const [learner, setLearner] = useState(defaults.learner);
  const [format, setFormat] = useState('auto');
  const [host, setHost] = useState('');
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const about = choices.learners.find(({ name }) => name === learner)?.about;
  const isReady = chosen.size > 0 || usesInputs;

  const start = async () => {
    const request: JobRequest = {
      ...(chosen.size === 0 ? {} : { uploads: [...chosen] }),
      ...(usesInputs ? { inputs: true } : {}),
      learner,
      ...(format === 'auto' ? {} : { format }),
      ...(host === '' ? {} : { host }),
      ...Object.fromEntries(
        Object.entries(numbers).flatMap(([name, text]) => (text === '' ? [] : [[name, Number(text)]])),
      ),
    };
    try {
      onStarted(await send<Job>('POST', 'jobs', request));
      setError(undefined);
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      setError(problem.message);
    }
  };

  return (
    <form
      class="panel learn"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <UploadList
        uploads={files.uploads}
        chosen={chosen}
        choose={choose}
        reload={reloadFiles}
        mostBytes={choices.limits.uploadBytes}
      />
      {files.inputs.length === 0 ? null : (
        <label class="check">
          <input
            type="checkbox"
            checked={usesInputs}
            onChange={(event) => setUsesInputs(event.currentTarget.checked)}
          />
          <span class="break">what the server was started with: {files.inputs.join(', ')}</span>
        </label>
      )}
      <div class="fields">
        <label class="field">
          <span>Learner</span>
          <select
            class="input"
            value={learner}
            aria-describedby="about"
            onChange={(event) => setLearner(event.currentTarget.value)}
          >
            {choices.learners.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Format</span>
          <select class="input" value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {['auto', ...choices.formats.filter((name) => name !== 'auto')].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p id="about" class="small dim">
        {about}
      </p>
      <details>
        <summary>More options</summary>
        <div class="fields">
          {OPTIONS.map(({ name, label, step }) => (
            <label key={name} class="field">
              <span>{label}</span>
              <input
                class="input"
                type="number"
                min="0"
                step={step}
                placeholder={String(defaults[name])}
                value={numbers[name] ?? ''}
                onInput={(event) => setNumbers({ ...numbers, [name]: event.currentTarget.value })}
              />
            </label>
          ))}
          <label class="field">
            <span>Host, for logs without host names</span>
            <input
              class="input"
              value={host}
              placeholder="www.example.com"
              onInput={(event) => setHost(event.currentTarget.value)}
            />
          </label>
        </div>
      </details>
      {error === undefined ? null : <Failed text={error} />}
      <div class="row">
        <button type="submit" class="button main" disabled={!isReady}>
          Learn rules
        </button>
        {isReady ? null : <span class="small dim">Choose a file first.</span>}
      </div>
    </form>
  );
}

const OPTIONS = [
  { name: 'maxRisk', label: 'Most risk of a rule (auto)', step: '0.001' },
  { name: 'maxFpr', label: 'Most false pairs (the others)', step: '0.001' },
  { name: 'minSupport', label: 'Least pairs', step: '1' },
  { name: 'minFrequency', label: 'Least clusters', step: '1' },
  { name: 'seed', label: 'Seed', step: '1' },
] as const;
