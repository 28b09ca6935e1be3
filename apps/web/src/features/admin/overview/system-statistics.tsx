/** System Statistics: events, instruments, and how sure the events are on average. */
import type { ReactNode } from 'react';
import { useSystemStats } from '#api/admin/people.ts';
import { formatSize } from '#lib/format/formats.ts';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';

export function SystemStatistics(): ReactNode {
  const { data } = useSystemStats();
  return (
    <Card title="System Statistics">
      {data === undefined ? (
        <SkeletonRows rows={3} height={18} />
      ) : (
        <FactList
          facts={[
            ['Total Events Generated', formatSize(data.totalEvents)],
            ['Available Instruments', formatSize(data.totalInstruments)],
            [
              'Average Confidence',
              data.avgConfidence === null ? '–' : `${(data.avgConfidence * 100).toFixed(1)}%`,
            ],
          ]}
        />
      )}
    </Card>
  );
}
