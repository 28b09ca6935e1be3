/** Users and revenue of each paid plan at list prices, the dearest first. Pure. */
import { PLANS, type UserStats } from '@undertow/contracts';

type Tier = UserStats['tiers'][number];

export interface RevenueRow extends Tier {
  readonly name: string;
  /** Pounds a month at the list price. */
  readonly revenue: number;
  /** Of the revenue of all plans, 0 to 1. */
  readonly share: number;
}

export function revenueRows(tiers: UserStats['tiers']): readonly RevenueRow[] {
  const rows = PLANS.map(({ id, name, pricePence }) => {
    const counts = tiers.find(({ tier }) => tier === id);
    const known = counts ?? { tier: id, users: 0, paying: 0, trialing: 0, granted: 0 };
    return { ...known, name, revenue: (known.users * pricePence) / 100 };
  });
  const all = rows.reduce((sum, { revenue }) => sum + revenue, 0);
  return rows.map((row) => ({ ...row, share: all === 0 ? 0 : row.revenue / all })).reverse();
}
