/** The live track record: how what was raised came out, by the rule that each signal declared when it was raised. */
import type { TrackRecord } from '@undertow/contracts';
import { type FlowEventType, PATTERN_TYPES, type PatternType } from '@undertow/market';
import type { ReactNode } from 'react';
import { useWholeTrackRecord } from '#api/market/track-record.ts';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { formatDate, USER_ZONE } from '#lib/format/times.ts';
import { titleOf } from '#lib/words/event-looks.ts';
import { PATTERN_WORDS } from '#lib/words/words.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { TrackCurve } from './track-curve.tsx';
import { trackCurve, trackRows, trackTotals } from './track-facts.ts';

type Entry = TrackRecord['entries'][number];

function isPattern(type: Entry['type']): type is PatternType {
  return (PATTERN_TYPES as readonly string[]).includes(type);
}

/** `Smart reversal`, `Iceberg, native`, `Sentiment of headlines, 5 min, lexicon 1`. */
function nameOf({ type, sub }: Entry): string {
  if (type === 'headline') return `Sentiment of headlines, ${sub}`;
  if (!isPattern(type)) return titleOf(type satisfies FlowEventType, sub);
  return sub === null ? PATTERN_WORDS[type] : `${PATTERN_WORDS[type]}, ${sub.replaceAll('_', ' ')}`;
}

function HitRate({ entry, enough }: { readonly entry: Entry; readonly enough: number }): ReactNode {
  const { rule, hitRate, resolved } = entry;
  if (rule === null) return <span className="text-text-3">forecasts nothing</span>;
  if (hitRate === null) {
    return (
      <span className="text-text-3">
        too few to judge ({resolved} of {enough})
      </span>
    );
  }
  return (
    <>
      <b className="font-medium">{formatShare(hitRate.value, 1)}</b>{' '}
      <span className="text-text-3">
        ({formatShare(hitRate.low, 1)} to {formatShare(hitRate.high, 1)})
      </span>
    </>
  );
}

function Rows({ record }: { readonly record: TrackRecord }): ReactNode {
  return (
    <ScrollRegion label="Outcomes by kind">
      <table className="table">
        <TableHead
          columns={[
            'Kind',
            ['Raised', 'num'],
            ['Settled', 'num'],
            ['Hit rate', 'num'],
            ['Base rate', 'num'],
            'Hit when',
          ]}
        />
        <tbody>
          {trackRows(record).map((entry) => (
            <tr key={`${entry.type} ${entry.sub}`}>
              <td className="max-md:whitespace-normal">{nameOf(entry)}</td>
              <td className="num">{formatSize(entry.count)}</td>
              <td className="num">{formatSize(entry.resolved)}</td>
              <td className="num max-md:whitespace-normal">
                <HitRate entry={entry} enough={record.enough} />
              </td>
              <td className="num">{entry.baseRate === null ? '–' : formatShare(entry.baseRate.value, 1)}</td>
              <td className="text-text-2">{entry.rule ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Curve({ record }: { readonly record: TrackRecord }): ReactNode {
  const points = trackCurve(record);
  if (points.length > 0) return <TrackCurve points={points} />;
  return (
    <EmptyBlock
      title="Reliability, live: too few to judge"
      text={`A point needs ${record.enough} settled forecasts of about the same probability.`}
    />
  );
}

export function TrackCard(): ReactNode {
  const query = useWholeTrackRecord();
  const { data } = query;
  if (data === undefined) {
    return (
      <Card title="Live track record">
        <QueryState query={query} failed="The track record could not be loaded" rows={8} height={20} />
      </Card>
    );
  }
  const { raised, resolved } = trackTotals(data);
  const since = formatDate(Date.parse(data.from), USER_ZONE);
  return (
    <Card
      title="Live track record"
      note={`${formatSize(raised)} raised, ${formatSize(resolved)} settled since ${since}, ${data.source === 'none' ? 'no' : data.source} market`}
    >
      {data.entries.length === 0 ? (
        <EmptyBlock
          title="Too few to judge"
          text="No signals yet on your instruments for the types in your tier."
        />
      ) : (
        <>
          <Rows record={data} />
          <Curve record={data} />
        </>
      )}
      <p className="plot-note px-3.5 pb-3">
        Each signal declares its outcome rule when it is raised; a rate is shown from {data.enough} settled
        signals, with its 95% interval. The base rate is how often what the same signals declared came true at
        other moments of the hour before them and of the same volatility, for levels at arbitrary prices, for
        headlines in any minute. Counts end at the time your plan shows.
      </p>
    </Card>
  );
}
