/** The wide dashboard: banners, chart, and the panel with book, alerts and events. */
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { ChartPanel } from '#features/chart/chart-panel.tsx';
import { Banners } from '#features/market-data/banners.tsx';
import { OrderBook } from '#features/market-data/order-book.tsx';
import { Split } from '#ui/layout/split.tsx';
import { DashboardLists } from './lists.tsx';
import type { DashboardParts } from './parts.ts';

const MIN_SHARE = 0.2;
const MAX_SHARE = 0.8;

export function DashboardWide(parts: DashboardParts): ReactNode {
  const { value, save } = usePreferences();
  return (
    <>
      <Banners instrumentId={parts.instrumentId} />
      <div className="flex min-h-0 grow">
        <ChartPanel
          instrumentId={parts.instrumentId}
          selectedEventId={parts.eventId}
          onEventSelect={parts.onOpenEvent}
        />
        <aside className="panel" aria-label="Order book and alerts">
          <Split
            label="Resize book and alerts"
            share={value.bookShare}
            min={MIN_SHARE}
            max={MAX_SHARE}
            onChange={(bookShare) => save({ bookShare })}
            top={<OrderBook instrumentId={parts.instrumentId} />}
            bottom={<DashboardLists {...parts} />}
          />
        </aside>
      </div>
    </>
  );
}
