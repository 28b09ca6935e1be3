/** All alerts of the user, with mark read. */
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useUserInstruments } from '#api/instruments.ts';
import { AlertsHead, AlertsList } from '#features/alerts/alerts-list.tsx';
import { listWords } from '#lib/formats.ts';
import { useTitle } from '#lib/use-title.ts';
import { Page } from '#ui/page.tsx';

const ALL = 100;

export function Alerts(): ReactNode {
  useTitle('Alerts');
  const [, navigate] = useLocation();
  const symbols = (useUserInstruments().data ?? []).map((row) => row.instrument.symbol);
  const open = (eventId: string, instrumentId: number | null): void =>
    navigate(
      `/?event=${encodeURIComponent(eventId)}${instrumentId === null ? '' : `&instrumentId=${instrumentId}`}`,
    );
  return (
    <Page title="Alerts">
      <p className="mb-3 max-w-[640px] text-text-2">
        You are told of events of your instruments that are exact or at least 80% sure, at most one a minute
        of each type. The newest 100 are kept here.
      </p>
      <section className="card max-w-[760px] overflow-hidden" aria-label="Recent alerts">
        <AlertsHead />
        <AlertsList
          shown={ALL}
          about={symbols.length === 0 ? 'your instruments' : listWords(symbols)}
          onOpenEvent={open}
        />
      </section>
    </Page>
  );
}
