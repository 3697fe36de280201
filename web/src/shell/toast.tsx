/** A message at the foot of the page; it stays until it is closed, so that an undo is never missed. */
import { Icon } from '../parts/icons.tsx';
import type { Notice } from './app-context.ts';

export function Toast({ notice, close }: { readonly notice: Notice | undefined; readonly close: () => void }) {
  return (
    // The live region is always there: screen readers announce what changes inside, not what appears with it.
    <div role={notice?.isBad ? 'alert' : 'status'}>
      {notice === undefined ? null : (
        <div class="toast">
          <span>{notice.text}</span>
          {notice.undo === undefined ? null : (
            <button
              type="button"
              class="button tiny"
              onClick={() => {
                close();
                notice.undo?.();
              }}
            >
              <Icon name="undo" /> Undo
            </button>
          )}
          <button type="button" class="button tiny icon" aria-label="Close the message" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
