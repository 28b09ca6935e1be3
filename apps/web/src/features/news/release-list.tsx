/** The releases of the day with their figures; one that was moved says from when, one that was called off stays. */
import type { NewsRelease } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatFigure } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { ImportanceMark } from './importance-mark.tsx';

const NOW_MS = 60_000;

const clock = (text: string): string => formatClock(Date.parse(text)).slice(0, 5);

function Figure({ text, name }: { readonly text: string | null; readonly name: string }): ReactNode {
  if (text !== null) return formatFigure(text);
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">no {name} figure</span>
    </>
  );
}

function noteOf({ calledOff, moved }: NewsRelease): string | null {
  if (calledOff) return 'called off';
  return moved === null ? null : `moved from ${clock(moved.from)}, read at ${clock(moved.noticedAt)}`;
}

interface RowProps {
  readonly release: NewsRelease;
  readonly nowMs: number;
  readonly isNext: boolean;
}

function ReleaseRow({ release, nowMs, isNext }: RowProps): ReactNode {
  const { at, title, importance, actual, expected, source } = release;
  const atMs = at === null ? null : Date.parse(at);
  const isOver = atMs !== null && atMs <= nowMs;
  const isNow = isOver && nowMs < atMs + NOW_MS && actual === null;
  const note = noteOf(release);
  return (
    <li className="release-row" data-over={isOver} data-next={isNext}>
      <time className="release-time" dateTime={at ?? release.day}>
        {at === null ? <span title="The calendar states no time">day</span> : clock(at)}
      </time>
      <ImportanceMark importance={importance} />
      <span className="truncate" title={`${title} · ${source}`}>
        {title}
      </span>
      <span className="release-actual">{isNow ? 'now' : <Figure text={actual} name="actual" />}</span>
      <span className="release-expected">
        <Figure text={expected} name="expected" />
      </span>
      {note === null ? null : <span className="release-note">{note}</span>}
    </li>
  );
}

export interface ReleaseListProps {
  readonly symbol: string;
  readonly releases: readonly NewsRelease[];
  readonly nowMs: number;
}

export function ReleaseList({ symbol, releases, nowMs }: ReleaseListProps): ReactNode {
  const next = releases.find(({ at, calledOff }) => at !== null && !calledOff && Date.parse(at) > nowMs);
  return (
    <>
      <div className="release-head" aria-hidden="true">
        <span className="grow">Releases for {symbol}</span>
        <span className="release-column">Actual</span>
        <span className="release-column">Expected</span>
      </div>
      {releases.length === 0 ? (
        <p className="px-3 pb-2 text-text-2">No release for {symbol} today.</p>
      ) : (
        <ul aria-label={`Releases for ${symbol}`}>
          {releases.map((release) => (
            <ReleaseRow key={release.id} release={release} nowMs={nowMs} isNext={release === next} />
          ))}
        </ul>
      )}
    </>
  );
}
