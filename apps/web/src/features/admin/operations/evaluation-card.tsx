/** How good the detectors are on labelled markets, by the newest run of the evaluation. */
import type { ReactNode } from 'react';
import { useEvaluation } from '#api/market/track-record.ts';
import { PlainTable } from '#features/admin/parts/plain-table.tsx';
import { formatSize } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';

interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** `61.3% (56.5 to 65.9)`. */
function rateText(rate: Interval | null): string {
  if (rate === null) return '–';
  const percent = (share: number): string => (share * 100).toFixed(1);
  return `${percent(rate.value)}% (${percent(rate.low)} to ${percent(rate.high)})`;
}

/** Milliseconds up to a second, `−44.5 s` beyond. */
function delayText(ms: number): string {
  return Math.abs(ms) < 1000 ? `${formatSize(ms)} ms` : `${(ms / 1000).toFixed(1).replace('-', '−')} s`;
}

const HEADS = ['Kind', 'Feed', 'Market', 'Labels', 'Precision', 'Recall', 'Median delay'];

export function EvaluationCard(): ReactNode {
  const { data } = useEvaluation();
  return (
    <Card
      title="Detector evaluation"
      note={
        data === undefined
          ? undefined
          : `labelled simulated markets, ${formatDate(Date.parse(data.date), 'UTC')}`
      }
    >
      {data === undefined ? (
        <SkeletonRows rows={6} height={14} />
      ) : (
        <PlainTable
          label="Detector evaluation, table"
          heads={HEADS}
          numbers={[3, 4, 5, 6]}
          rows={data.rows.map((row) => ({
            key: `${row.row} ${row.tier} ${row.instrument} ${row.generator}`,
            cells: [
              row.row.replace('/', ', ').replaceAll('_', ' '),
              row.tier,
              `${row.instrument}, ${row.generator}`,
              formatSize(row.labels),
              rateText(row.precision),
              rateText(row.recall),
              row.delayMedianMs === null ? '–' : delayText(row.delayMedianMs),
            ],
          }))}
        />
      )}
    </Card>
  );
}
