/** Revenue Breakdown: each plan with its users, its revenue, and its share as a bar. */
import type { ReactNode } from 'react';
import { useUserStats } from '#api/admin/people.ts';
import { poundsText } from '#features/admin/parts/user-words.ts';
import { countOf } from '#lib/format/formats.ts';
import { placeOf } from '#lib/format/linear-scale.ts';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { revenueRows } from './revenue-rows.ts';

export function RevenueBars(): ReactNode {
  const { data } = useUserStats();
  if (data === undefined) return <SkeletonRows rows={3} height={20} />;
  return (
    <ul className="revenue-bars">
      {revenueRows(data.tiers).map(({ tier, name, users, revenue, share }) => (
        <li key={tier}>
          <b>{name}</b>
          <span>{countOf(users, 'user')}</span>
          <b>{poundsText(revenue)}</b>
          <svg width="100%" height="4" aria-hidden="true">
            <rect className="revenue-track" width="100%" height="4" rx="2" />
            <rect className="revenue-bar" width={placeOf(share)} height="4" rx="2" />
          </svg>
        </li>
      ))}
    </ul>
  );
}

export function RevenueBreakdown(): ReactNode {
  return (
    <Card title="Revenue Breakdown">
      <RevenueBars />
    </Card>
  );
}
