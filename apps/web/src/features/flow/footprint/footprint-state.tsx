/** What a footprint says about its data: in place of the bars while there are none, else in a line above them. */
import type { ReactNode } from 'react';
import { readableError } from '#lib/format/readable-error.ts';
import { formatClock } from '#lib/format/times.ts';
import { EmptyBlock, ErrorBlock } from '#ui/layout/blocks.tsx';
import { Ring } from '#ui/marks/spinner.tsx';

export interface FootprintDataState {
  /** Neither past nor present has come. */
  readonly isWaiting: boolean;
  readonly hasBars: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Values are old; `dataAtMs` is the time of the newest. */
  readonly isOld: boolean;
  readonly dataAtMs: number | null;
  readonly delaySeconds: number;
  /** The newest stretch of which executions may be missing. */
  readonly gap: { readonly fromMs: number; readonly toMs: number } | null;
}

/** The sentence that matters most; null where the bars are whole and of the present. */
export function dataSentence(state: FootprintDataState): string | null {
  const { isOld, dataAtMs, delaySeconds, gap, error } = state;
  if (isOld)
    return dataAtMs === null
      ? 'No data yet.'
      : `No data since ${formatClock(dataAtMs)}. Values below are old.`;
  if (error !== null) return `Earlier bars could not be loaded. ${readableError(error)}`;
  if (gap !== null)
    return `Executions between ${formatClock(gap.fromMs)} and ${formatClock(gap.toMs)} may be missing.`;
  return delaySeconds > 0
    ? `Everything here is ${Math.round(delaySeconds / 60)} minutes late, as your plan says.`
    : null;
}

/** Null where there are bars. */
export function FootprintPlaceholder({
  state,
  onRetry,
}: {
  readonly state: FootprintDataState;
  readonly onRetry: () => void;
}): ReactNode {
  if (state.hasBars) return null;
  if (state.error !== null)
    return (
      <ErrorBlock
        title="Executions could not be loaded"
        text={readableError(state.error)}
        onRetry={onRetry}
      />
    );
  if (state.isWaiting || state.isLoading)
    return (
      <div className="grid h-full place-items-center" role="status">
        <span className="sr-only">Loading executions</span>
        <Ring />
      </div>
    );
  return (
    <EmptyBlock
      title="No executions yet"
      text="Nothing of this contract traded within what is stored. Bars appear with the next trade."
    />
  );
}

export function FootprintNote({
  state,
  onRetry,
}: {
  readonly state: FootprintDataState;
  readonly onRetry: () => void;
}): ReactNode {
  const words = state.hasBars ? dataSentence(state) : null;
  if (words === null) return null;
  const isBad = state.isOld || state.error !== null;
  return (
    <p className="footprint-note" data-tone={isBad || state.gap !== null ? 'warn' : 'plain'} role="status">
      <span title={words}>{words}</span>
      {state.error === null || state.isOld ? null : (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}
