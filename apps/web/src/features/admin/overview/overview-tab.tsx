/** The overview of the administration: figures, revenue, system, the quick role change, and the users. */
import type { ReactNode } from 'react';
import { useSystemStats } from '#api/admin/people.ts';
import { UsersCard } from '#features/admin/users/users-card.tsx';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RevenueBreakdown } from './revenue-breakdown.tsx';
import { StatCards } from './stat-cards.tsx';

/** System Statistics: events, instruments, and how sure the events are on average. */
function SystemStatistics(): ReactNode {
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
            ['Average Confidence', data.avgConfidence === null ? '–' : formatShare(data.avgConfidence, 1)],
          ]}
        />
      )}
    </Card>
  );
}

export function OverviewTab(): ReactNode {
  return (
    <div className="admin-stack">
      <StatCards />
      <div className="admin-panels">
        <RevenueBreakdown />
        <SystemStatistics />
        <QuickActions />
      </div>
      <UsersCard />
    </div>
  );
}
