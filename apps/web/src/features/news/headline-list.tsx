/** Headlines with their sentiment from -1 to 1 and the words it rests on. */
import type { NewsHeadline } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatClock, formatDate, formatDayAndTime } from '#lib/format/times.ts';
import { signedScore } from './news-times.ts';

const FAULTS = {
  none: 'without a time, read at that time',
  'no-zone': 'its time has no zone, read at that time',
  'not-a-time': 'its time cannot be read, read at that time',
  future: 'its time lies in the future, read at that time',
} as const;

/** Half of the bar's width in its own units. */
const HALF = 22;

function SentimentBar({ score }: { readonly score: number }): ReactNode {
  const width = Math.abs(score) * HALF;
  return (
    <svg width="44" height="9" viewBox="0 0 44 9" aria-hidden="true" className="sentiment-bar">
      <path className="sentiment-axis" d="M0 4.5h44" />
      <path className="sentiment-zero" d={`M${HALF} 0v9`} />
      <rect x={score < 0 ? HALF - width : HALF} y="2" width={width} height="5" rx="1" />
    </svg>
  );
}

function wordsOf({ sentiment }: NewsHeadline): string {
  if (sentiment === null) return 'not scored yet';
  if (sentiment.words.length === 0) return 'no scored words';
  return sentiment.words.map(({ text, weight }) => `“${text}” ${signedScore(weight)}`).join(', ');
}

function timeOf(at: string, nowMs: number): string {
  const atMs = Date.parse(at);
  return formatDate(atMs) === formatDate(nowMs) ? formatClock(atMs).slice(0, 5) : formatDayAndTime(atMs);
}

function HeadlineRow({
  headline,
  nowMs,
}: {
  readonly headline: NewsHeadline;
  readonly nowMs: number;
}): ReactNode {
  const { at, source, title, link, sentiment, timeFault } = headline;
  return (
    <li className="headline">
      <div className="headline-facts">
        <time dateTime={at} title={timeFault === null ? undefined : FAULTS[timeFault]}>
          {timeOf(at, nowMs)}
          {timeFault === null ? null : '*'}
          {timeFault === null ? null : <span className="sr-only"> {FAULTS[timeFault]}</span>}
        </time>
        <span className="truncate">{source}</span>
        <span className="grow" />
        {sentiment === null ? null : (
          <>
            <SentimentBar score={sentiment.score} />
            <span className="headline-score">
              <span className="sr-only">sentiment </span>
              {signedScore(sentiment.score)}
            </span>
          </>
        )}
      </div>
      {link === null ? (
        <p className="headline-title" title={title}>
          {title}
        </p>
      ) : (
        <a className="headline-title" href={link} target="_blank" rel="noopener noreferrer" title={title}>
          {title}
        </a>
      )}
      <p className="headline-words">{wordsOf(headline)}</p>
    </li>
  );
}

export interface HeadlineListProps {
  readonly headlines: readonly NewsHeadline[];
  readonly symbol: string;
  readonly nowMs: number;
}

export function HeadlineList({ headlines, symbol, nowMs }: HeadlineListProps): ReactNode {
  return (
    <>
      <div className="release-head border-line border-t" aria-hidden="true">
        <span className="grow">Headlines</span>
        <span>Sentiment, −1 to +1</span>
      </div>
      {headlines.length === 0 ? (
        <p className="px-3 pb-2 text-text-2">No headline for {symbol} yet.</p>
      ) : (
        <ul aria-label="Headlines">
          {headlines.map((headline) => (
            <HeadlineRow key={headline.id} headline={headline} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </>
  );
}
