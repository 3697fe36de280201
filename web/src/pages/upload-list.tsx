/** Files to learn from: dropped or chosen, sent with progress, ticked to be used. */
import { useRef, useState } from 'preact/hooks';
import type { Upload } from '../../../src/server/api.ts';
import { bytes } from '../parts/format.ts';
import { Icon } from '../parts/icons.tsx';
import { Failed } from '../parts/waiting.tsx';
import { ServiceError, send } from '../service/client.ts';
import { uploadFile } from '../service/upload.ts';

export type UploadListProps = {
  readonly uploads: readonly Upload[];
  readonly chosen: ReadonlySet<string>;
  readonly mostBytes: number;
  choose(ids: ReadonlySet<string>): void;
  reload(): void;
};

type Sent = { readonly name: string; readonly share: number };

export function UploadList({ uploads, chosen, choose, reload, mostBytes }: UploadListProps) {
  const [sending, setSending] = useState<readonly Sent[]>([]);
  const [error, setError] = useState<string>();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const sendAll = async (files: readonly File[]) => {
    setError(undefined);
    const next = new Set(chosen);
    for (const file of files) {
      if (file.size > mostBytes) {
        setError(
          `${file.name} has ${bytes(file.size)}; the server takes ${bytes(mostBytes)}. Start it with the file instead.`,
        );
        continue;
      }
      try {
        const upload = await uploadFile(file, (share) => setSending([{ name: file.name, share }])).done;
        next.add(upload.id);
      } catch (problem) {
        if (!(problem instanceof ServiceError)) throw problem;
        setError(problem.message);
      }
    }
    setSending([]);
    choose(next);
    reload();
  };

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const remove = async (id: string) => {
    await send('DELETE', `uploads/${encodeURIComponent(id)}`).catch(() => undefined);
    choose(new Set([...chosen].filter((other) => other !== id)));
    reload();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first.
    <div
      class={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void sendAll([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <div class="row">
        <button type="button" class="button" onClick={() => picker.current?.click()}>
          Choose files
        </button>
        <span class="small dim">
          or drop them here: TSV, CSV, JSON lines, CDX, WARC, Parquet, access logs; also .gz and .zst
        </span>
        <input
          ref={picker}
          class="hidden"
          type="file"
          multiple
          tabIndex={-1}
          aria-label="Files to learn from"
          onChange={(event) => {
            void sendAll([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
      {sending.map(({ name, share }) => (
        <div key={name} class="sending">
          <span class="small break">Sending {name}</span>
          <progress value={share} max={1} aria-label={`Sending ${name}`} />
        </div>
      ))}
      {error === undefined ? null : <Failed text={error} />}
      {uploads.length === 0 ? null : (
        <ul class="plain uploads">
          {uploads.map(({ id, name, bytes: size }) => (
            <li key={id}>
              <label class="check">
                <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                <span class="break">{name}</span>
                <span class="dim small num">{bytes(size)}</span>
              </label>
              <button
                type="button"
                class="button quiet icon tiny"
                aria-label={`Remove ${name}`}
                onClick={() => void remove(id)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
