/** The overview of the administration: figures, revenue, system, the quick role change, and the users. */
import type { UserStats } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { type SystemStats, useSystemStats, useUserStats } from '#api/admin/people.ts';
import { conversionText, poundsText } from '#features/admin/parts/user-words.ts';
import { UsersCard } from '#features/admin/users/users-card.tsx';
import { countOf, formatShare, formatSize } from '#lib/format/formats.ts';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RevenueBreakdown } from './revenue-breakdown.tsx';

interface Figure {
  readonly label: string;
  readonly value: string | null;
  readonly line: string;
  readonly more?: string;
}

/** `£9,120 paid, 12 in trial, 3 granted`: where the estimate comes from. */
function sourcesText({ payingRevenue, tiers }: UserStats): string {
  const sum = (part: 'trialing' | 'granted'): number => tiers.reduce((all, tier) => all + tier[part], 0);
  return `${poundsText(payingRevenue)} actually paid, ${formatSize(sum('trialing'))} in trial, ${formatSize(sum('granted'))} granted`;
}

function figuresOf(users: UserStats | undefined, system: SystemStats | undefined): readonly Figure[] {
  return [
    {
      label: 'Total Users',
      value: users === undefined ? null : formatSize(users.totalUsers),
      line: users === undefined ? '' : `${formatSize(users.newUsersToday)} new today`,
    },
    {
      label: 'Active Subscriptions',
      value: users === undefined ? null : formatSize(users.activeSubscriptions),
      line:
        users === undefined
          ? ''
          : `${conversionText(users.activeSubscriptions, users.totalUsers)} conversion`,
    },
    {
      label: 'Monthly Revenue',
      value: users === undefined ? null : poundsText(users.totalRevenue),
      line: 'Estimated monthly recurring revenue',
      more: users === undefined ? '' : sourcesText(users),
    },
    {
      label: 'System Health',
      value: system === undefined ? null : formatSize(system.activeConnections),
      line:
        system === undefined
          ? ''
          : `active ${countOf(system.activeConnections, 'connection').replace(/^\S+ /, '')}`,
    },
  ];
}

/** The four figures of the administration: people, subscriptions, revenue, connections. */
function StatCards(): ReactNode {
  const users = useUserStats();
  const system = useSystemStats();
  const failed = users.data === undefined ? users : system;
  if (failed.data === undefined && failed.error !== null) {
    return (
      <section className="card" aria-label="Figures">
        <QueryState query={failed} failed="The figures could not be loaded" />
      </section>
    );
  }
  return (
    <section aria-label="Figures" aria-busy={users.data === undefined || system.data === undefined}>
      <dl className="figure-cards">
        {figuresOf(users.data, system.data).map(({ label, value, line, more }) => (
          <div key={label} className="card figure-card">
            <dt className="cap">{label}</dt>
            <dd className="figure">{value ?? <span className="text-text-3">–</span>}</dd>
            <dd className="figure-line">{line}</dd>
            {more === undefined ? null : <dd className="figure-line">{more}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

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
