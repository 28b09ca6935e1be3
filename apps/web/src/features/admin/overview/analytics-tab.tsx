/** Analytics of the administration: revenue by plan, and how the number of users grew. */
import type { UserStats } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useUserGrowth, useUserStats } from '#api/admin/people.ts';
import { conversionText, poundsText } from '#features/admin/parts/user-words.ts';
import { formatSize } from '#lib/format/formats.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { RevenueBars } from './revenue-breakdown.tsx';
import { revenueRows } from './revenue-rows.ts';

const COLUMNS = ['Users', 'Paying', 'In trial', 'Granted', 'Revenue'];

function RevenueTable({ tiers }: { readonly tiers: UserStats['tiers'] }): ReactNode {
  return (
    <ScrollRegion label="Revenue by plan, table">
      <table className="table plan-revenue">
        <TableHead columns={['Plan', ...COLUMNS.map((title) => [title, 'num'] as const)]} />
        <tbody>
          {revenueRows(tiers)
            .toReversed()
            .map(({ tier, name, users, paying, trialing, granted, revenue }) => (
              <tr key={tier}>
                <th scope="row">{name}</th>
                {[users, paying, trialing, granted].map((count, at) => (
                  <td key={COLUMNS[at]} className="num">
                    {formatSize(count)}
                  </td>
                ))}
                <td className="num">{poundsText(revenue)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Revenue({ stats }: { readonly stats: UserStats | undefined }): ReactNode {
  return (
    <Card
      title="Revenue Breakdown"
      note={stats === undefined ? undefined : `${poundsText(stats.totalRevenue)} a month at list prices`}
    >
      <RevenueBars />
      {stats === undefined ? null : (
        <>
          <RevenueTable tiers={stats.tiers} />
          <p className="plot-note px-3.5 pb-3">
            An estimate: every user with a plan, at list price. Actually paid:{' '}
            {poundsText(stats.payingRevenue)} a month.
          </p>
        </>
      )}
    </Card>
  );
}

function Growth({ stats }: { readonly stats: UserStats | undefined }): ReactNode {
  const query = useUserGrowth();
  const { data, error } = query;
  return (
    <Card title="User Growth">
      {stats === undefined ? null : (
        <FactList
          facts={[
            ['Total registered', formatSize(stats.totalUsers)],
            ['Active subscribers', formatSize(stats.activeSubscriptions)],
            ['Admin users', formatSize(stats.adminUsers)],
            ['Conversion rate', conversionText(stats.activeSubscriptions, stats.totalUsers)],
          ]}
        />
      )}
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="User growth could not be loaded" rows={6} height={18} />
      ) : (
        <GrowthChart days={data.days} />
      )}
    </Card>
  );
}

export function AnalyticsTab(): ReactNode {
  const query = useUserStats();
  const { data } = query;
  if (data === undefined && query.error !== null) {
    return (
      <section className="card" aria-label="Analytics">
        <QueryState query={query} failed="The figures could not be loaded" />
      </section>
    );
  }
  return (
    <div className="admin-halves">
      <Revenue stats={data} />
      <Growth stats={data} />
    </div>
  );
}
