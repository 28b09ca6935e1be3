/** Whether the layout on screen is stored: when it was, or what is waited for. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { layoutSaver } from '#api/workspace/layout-saver.ts';
import { formatClock } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { Icon } from '#ui/marks/icon.tsx';

export function SavedText({ savedAtMs }: { readonly savedAtMs: number }): ReactNode {
  const state = useObservable(layoutSaver(useQueryClient()).state);
  return (
    <span className="layout-facts flex items-center" role="status">
      {state.kind === 'saved' ? (
        <span className="flex items-center gap-1.5">
          <span className="text-ok">
            <Icon name="check" size={12} />
          </span>
          Saved {formatClock(state.atMs ?? savedAtMs).slice(0, 5)}
        </span>
      ) : null}
      {state.kind === 'saving' ? 'Saving...' : null}
      {state.kind === 'waiting' ? (
        <span className="text-warn" title={state.text}>
          Not saved yet. Trying again.
        </span>
      ) : null}
    </span>
  );
}
