/** The overview of the administration: figures, revenue, system, the quick role change, and the users. */
import type { ReactNode } from 'react';
import { UsersCard } from '#features/admin/users/users-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RevenueBreakdown } from './revenue-breakdown.tsx';
import { StatCards } from './stat-cards.tsx';
import { SystemStatistics } from './system-statistics.tsx';

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
