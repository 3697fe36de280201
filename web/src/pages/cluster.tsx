/** One page of the data: its URLs by key, aligned, and strangers that have the same key. */
import type { ClusterDetail, KeyGroup } from '../../../src/server/api.ts';
import { Aligned } from '../draw/aligned.tsx';
import { UrlText } from '../draw/url-text.tsx';
import { counted } from '../parts/format.ts';
import { Icon } from '../parts/icons.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../service/use-answer.ts';
import { useApp } from '../shell/app-context.ts';
import { href } from '../shell/route.ts';
import { kindText } from './clusters.tsx';

export function ClusterPage({ index }: { readonly index: string }) {
  const { round } = useApp();
  const answer = useAnswer<ClusterDetail>(`clusters/${encodeURIComponent(index)}`, {}, round);
  return (
    <div class="page">
      <a class="back" href={href('clusters')}>
        <Icon name="back" /> All clusters
      </a>
      <Waiting answer={answer}>
        {(detail) => (
          <>
            <div class="head">
              <div>
                <h1 class="break">Cluster {detail.id}</h1>
                <p class="dim">
                  {counted(detail.size, 'URL')} of one page, {counted(detail.keys, 'key')}: {kindText(detail)}.
                  {detail.shown < detail.size ? ` The first ${detail.shown} are shown.` : ''}
                </p>
              </div>
            </div>
            {detail.groups.map((group) => (
              <Group key={group.key} group={group} />
            ))}
          </>
        )}
      </Waiting>
    </div>
  );
}

/** As many as the server aligns. */
const ALIGNED = 8;

function Group({ group: { key, urls, strangers, columns } }: { readonly group: KeyGroup }) {
  const aligned = urls.slice(0, ALIGNED);
  const rules = [...new Set(urls.flatMap((one) => one.rules))];
  return (
    <section class="panel key-group" aria-label={`Key ${key}`}>
      <p class="small dim">{counted(urls.length, 'URL')} with this key</p>
      <Aligned
        rows={[...aligned.map(({ url }) => ({ label: 'URL', text: url })), { label: 'key', text: key, isResult: true }]}
        columns={columns}
      />
      {urls.length > ALIGNED ? (
        <details>
          <summary>{counted(urls.length - ALIGNED, 'more URL')}</summary>
          <ul class="plain mono">
            {urls.slice(ALIGNED).map(({ url }) => (
              <li key={url} class="break">
                <UrlText url={url} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {rules.length === 0 ? null : (
        <p class="small dim row">
          by{' '}
          {rules.map((ref) => (
            <a key={ref} class="mono" href={href('rules', ref)}>
              {ref}
            </a>
          ))}
        </p>
      )}
      {strangers.length === 0 ? null : (
        <div class="strangers">
          <h3>The same key in other clusters</h3>
          <ul class="plain mono">
            {strangers.map(({ url, cluster, isWrong }) => (
              <li key={url} class="break">
                <a href={href('clusters', String(cluster))}>
                  <UrlText url={url} />
                </a>{' '}
                {isWrong ? (
                  <span class="bad small">a different page</span>
                ) : (
                  <span class="dim small">perhaps the same page</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
