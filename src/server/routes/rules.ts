/** Rules: the list, one of them, changes and their undoing. */
import type { Hono } from 'hono';
import type { ChangeAnswer, ChangesAnswer, RuleDetail, UndoAnswer } from '../api.ts';
import { readJson } from '../body.ts';
import { Refusal } from '../problem.ts';
import { json, respond } from '../respond.ts';
import { detailOf } from '../rule-detail.ts';
import { facetsOf, listRules } from '../rule-list.ts';
import { StaleRule } from '../rule-store.ts';
import { changeRequest, ruleFilter, rulesQuery } from '../schemas.ts';
import type { Services } from '../services.ts';
import type { Entry, Snapshot } from '../snapshot.ts';
import { readQuery } from './query.ts';

const LISTS = ['learner', 'family', 'state'];

export function addRuleRoutes(app: Hono, services: Services): void {
  const { store, describe, limits } = services;
  const detail = (snapshot: Snapshot, entry: Entry): RuleDetail =>
    detailOf(snapshot, entry, store.changes(entry.ref), describe);

  app.get('/v1/rules', (c) => {
    const query = readQuery(c.req.url, rulesQuery, LISTS);
    const snapshot = store.current();
    const etag = `W/"${snapshot.revision}"`;
    // The browser asks again each time, but need not get again what it has.
    const headers = { etag, 'cache-control': 'no-cache' };
    if (c.req.header('if-none-match') === etag) return respond(null, null, 304, headers);
    return json(listRules(snapshot, query), 200, headers);
  });

  app.get('/v1/facets', (c) => json(facetsOf(store.current(), readQuery(c.req.url, ruleFilter, LISTS))));

  app.get('/v1/rules/:ref', (c) => {
    const snapshot = store.current();
    const entry = snapshot.find(c.req.param('ref'));
    if (!entry) throw new Refusal(404, 'no-rule', 'There is no such rule; load the list again.');
    const body = detail(snapshot, entry);
    return json(body, 200, { etag: `"${body.version}"` });
  });

  app.patch('/v1/rules/:ref', async (c) => {
    const [, version] = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(c.req.header('if-match') ?? '') ?? [];
    if (version === undefined) {
      throw new Refusal(
        428,
        'version-needed',
        'Send the version of the rule that you saw, as the header If-Match: "VERSION"; it is in the rule and in its ETag.',
      );
    }
    const request = await readJson(c.req.raw, changeRequest, limits);
    if (request.state === undefined && request.note === undefined) {
      throw new Refusal(400, 'nothing-to-change', 'Give a state, a note, or both.');
    }
    const ref = c.req.param('ref');
    const { change, snapshot } = await orConflict(store.change(ref, version, request), detail);
    const rule = detail(snapshot, snapshot.find(ref)!);
    return json({ change, rule } satisfies ChangeAnswer, 200, { etag: `"${rule.version}"` });
  });

  app.get('/v1/changes', () => json({ changes: store.changes() } satisfies ChangesAnswer));

  app.post('/v1/changes/:id{[0-9]+}/undo', async (c) => {
    const { change, snapshot, ref } = await orConflict(store.undo(Number(c.req.param('id'))), detail);
    const entry = ref === null ? undefined : snapshot.find(ref);
    return json({ change, rule: entry ? detail(snapshot, entry) : null } satisfies UndoAnswer);
  });
}

/** Who was too late is shown what is there now. */
async function orConflict<T>(work: Promise<T>, detail: (snapshot: Snapshot, entry: Entry) => RuleDetail): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StaleRule)) throw error;
    throw new Refusal(
      409,
      'rule-changed',
      'Somebody else changed this rule after you saw it; nothing was changed now. Look at it as it is and decide again.',
      { current: detail(error.snapshot, error.entry) },
    );
  }
}
