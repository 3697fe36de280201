/** Changing a rule and taking it back, with messages; whoever was slower is told, and nothing is overwritten. */
import { useState } from 'preact/hooks';
import type { Change, ChangeAnswer, ChangeRequest, RuleDetail, UndoAnswer } from '../../../src/server/api.ts';
import { ServiceError, send } from '../service/client.ts';
import { useApp } from '../shell/app-context.ts';

export type Changer = {
  readonly isBusy: boolean;
  /** Resolves to what went wrong, in a sentence, or to undefined. */
  change(detail: Pick<RuleDetail, 'ref' | 'version'>, request: ChangeRequest): Promise<string | undefined>;
  undo(change: Pick<Change, 'id'>): Promise<void>;
};

/** `onRule` gets the rule as it is after a change, or as somebody else left it. */
export function useChange(onRule: (rule: RuleDetail) => void): Changer {
  const { notify, changed } = useApp();
  const [isBusy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<void>): Promise<string | undefined> => {
    setBusy(true);
    try {
      await work();
      changed();
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.problem.current !== undefined) onRule(error.problem.current);
      return error.message;
    } finally {
      setBusy(false);
    }
  };

  const undo = async ({ id }: Pick<Change, 'id'>): Promise<void> => {
    const trouble = await attempt(async () => {
      const { change, rule } = await send<UndoAnswer>('POST', `changes/${id}/undo`);
      if (rule !== null) onRule(rule);
      notify({ text: `Taken back: ${change.text}` });
    });
    if (trouble !== undefined) notify({ text: trouble, isBad: true });
  };

  return {
    isBusy,
    undo,
    change: ({ ref, version }, request) =>
      attempt(async () => {
        const path = `rules/${encodeURIComponent(ref)}`;
        const answer = await send<ChangeAnswer>('PATCH', path, request, { 'if-match': `"${version}"` });
        onRule(answer.rule);
        notify({ text: `Changed: ${answer.change.text}`, undo: () => void undo(answer.change) });
      }),
  };
}
