/** Market Analysis History: the trading days and the events found in the user's instruments. */
import type { ReactNode } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { EventsTable } from '#features/history/events-table.tsx';
import { SessionsCard } from '#features/history/sessions-card.tsx';
import { useHistoryFilter } from '#lib/address/history-filter.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { Page } from '#ui/layout/page.tsx';

export function History(): ReactNode {
  useTitle('History');
  const state = useHistoryFilter(usePreferences().value.eventsPerDay);
  return (
    <Page title="Market Analysis History">
      <div className="flex flex-col gap-3">
        <SessionsCard timeframe={state.filter.timeframe} />
        <EventsTable state={state} />
      </div>
    </Page>
  );
}
