/** Market Analysis History: what was found in the user's instruments. */
import type { ReactNode } from 'react';
import { EventsTable } from '#features/history/events-table.tsx';
import { useTitle } from '#lib/use-title.ts';
import { Page } from '#ui/page.tsx';

export function History(): ReactNode {
  useTitle('History');
  return (
    <Page title="Market Analysis History">
      <EventsTable />
    </Page>
  );
}
