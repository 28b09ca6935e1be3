/** What a profile says about its data: in place of the sessions while there are none, else in a line above them. */
import type { ReactNode } from 'react';
import { dayText } from '#flow-panes/sessions/day-text.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatClock } from '#lib/format/times.ts';
import { EmptyBlock, ErrorBlock } from '#ui/layout/blocks.tsx';
import { Ring } from '#ui/marks/spinner.tsx';

export interface ProfileDataState {
  /** Neither past nor present was received. */
  readonly isWaiting: boolean;
  readonly isLoading: boolean;
  /** Nothing older is stored. */
  readonly isComplete: boolean;
  readonly error: Error | null;
  /** Values are old; `dataAtMs` is the time of the newest. */
  readonly isOld: boolean;
  readonly dataAtMs: number | null;
  readonly delaySeconds: number;
  /** Trading days on screen, oldest first, and how many were chosen. */
  readonly days: readonly string[];
  readonly wanted: number;
  /** Those of which volume by price was spread over bars. */
  readonly spreadDays: readonly string[];
  /** Volume by price is shown. */
  readonly hasVolume: boolean;
  /** How far back the plan has executions. */
  readonly historyHours: number;
}

function hoursText(hours: number): string {
  return hours >= 48 ? `${Math.round(hours / 24)} days` : hours === 1 ? 'one hour' : `${hours} hours`;
}

function spreadSentence({ spreadDays, historyHours }: ProfileDataState): string {
  const first = dayText(spreadDays[0]!);
  const more = spreadDays.length - 1;
  const days = more === 0 ? first : `${first} and ${more} more`;
  return `Volume of ${days} is partly spread over bars: recorded executions reach ${hoursText(historyHours)} back on your plan.`;
}

/** The sentences that matter most; empty where all is whole and of the present. */
export function profileSentences(state: ProfileDataState): readonly string[] {
  const { isOld, dataAtMs, delaySeconds, error, isLoading, isComplete, days, wanted } = state;
  if (isOld)
    return [
      dataAtMs === null ? 'No data yet.' : `No data since ${formatClock(dataAtMs)}. Values below are old.`,
    ];
  if (error !== null) return [`Earlier sessions could not be loaded. ${readableError(error)}`];
  return [
    ...(delaySeconds > 0
      ? [`Everything here is ${Math.round(delaySeconds / 60)} minutes late, as your plan says.`]
      : []),
    ...(isComplete && days.length > 0 && days.length < wanted
      ? [`Nothing before ${dayText(days[0]!)} is stored of this contract.`]
      : []),
    ...(isLoading || !state.hasVolume || state.spreadDays.length === 0 ? [] : [spreadSentence(state)]),
  ];
}

export interface ProfileStateProps {
  readonly state: ProfileDataState;
  readonly onRetry: () => void;
}

/** Null where there are sessions. */
export function ProfilePlaceholder({ state, onRetry }: ProfileStateProps): ReactNode {
  const { days, error, isWaiting, isLoading } = state;
  if (days.length > 0) return null;
  if (error !== null)
    return <ErrorBlock title="Sessions could not be loaded" text={readableError(error)} onRetry={onRetry} />;
  if (isWaiting || isLoading)
    return (
      <div className="grid h-full place-items-center" role="status">
        <span className="sr-only">Loading sessions</span>
        <Ring />
      </div>
    );
  return (
    <EmptyBlock
      title="No session yet"
      text="Nothing of this contract traded in these hours within what is stored. The profile begins with the next trade."
    />
  );
}

export function ProfileNote({ state, onRetry }: ProfileStateProps): ReactNode {
  const words = state.days.length > 0 ? profileSentences(state).join(' ') : '';
  if (words === '') return null;
  const isBad = state.isOld || state.error !== null;
  return (
    <p className="footprint-note" data-tone={isBad ? 'warn' : 'plain'} role="status">
      <span title={words}>{words}</span>
      {state.error === null || state.isOld ? null : (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}
