/** Prices that were announced and are not in force yet; nothing where none is. */
import { PLANS, upcomingPrice } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { Icon } from '#ui/marks/icon.tsx';

export function UpcomingPrices(): ReactNode {
  const [nowMs] = useState(() => Date.now());
  const lines = PLANS.flatMap((plan) => {
    const price = upcomingPrice(plan, nowMs);
    if (price === undefined) return [];
    const day = formatDate(Date.parse(price.effectiveFrom), 'UTC');
    return [`${plan.name}: ${formatPlanPrice(price.pricePence)} a month from ${day}.`];
  });
  if (lines.length === 0) return null;
  return (
    <p className="note mt-4" data-tone="info">
      <Icon name="info" size={16} />
      <span>{lines.join(' ')}</span>
    </p>
  );
}
