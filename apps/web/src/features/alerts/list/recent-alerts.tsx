/**
 * Every alert that is kept, newest first: read and unread, of one instrument or all, each with the way to chart and
 * evidence.
 */
import type { AlertDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { alertKey } from '#api/alerts/alert-lists.ts';
import { useAlertRules } from '#api/alerts/alert-rules.ts';
import { useAlertPages, useAlerts, useMarkAllAlertsRead } from '#api/alerts/alerts.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { RecentAlertRow } from './recent-alert-row.tsx';

type Shown = 'all' | 'unread';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

interface FilterProps {
  readonly shown: Shown;
  readonly instrumentId: number | null;
  readonly onShown: (shown: Shown) => void;
  readonly onInstrument: (instrumentId: number | null) => void;
}

function Filters({ shown, instrumentId, onShown, onInstrument }: FilterProps): ReactNode {
  const own = useUserInstruments().data ?? [];
  const unread = (useAlerts().data ?? []).filter((alert) => !alert.isRead).length;
  const markAll = useMarkAllAlertsRead();
  return (
    <>
      <Segmented label="Alerts shown" value={shown} options={SHOWN} onChange={onShown} />
      <Select
        label="Instrument"
        hideLabel
        size="small"
        value={instrumentId === null ? '' : String(instrumentId)}
        options={[
          { value: '', label: 'All instruments' },
          ...own.map((row) => ({ value: String(row.instrumentId), label: row.instrument.symbol })),
        ]}
        onChange={(value) => onInstrument(value === '' ? null : Number(value))}
      />
      <Button
        size="small"
        disabled={unread === 0}
        busy={markAll.isPending}
        onClick={() =>
          markAll.mutate(undefined, {
            onError: (error) => toastError(error),
          })
        }
      >
        Mark all read
      </Button>
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyBlock title="No matching alerts" text="None of the loaded alerts match the filter." />
  ) : (
    <EmptyBlock title="No alerts yet" text="Alerts appear here as soon as one of your rules fires.">
      <ButtonLink href="/alerts?tab=rules">View rules</ButtonLink>
    </EmptyBlock>
  );
}

interface RowsProps {
  readonly alerts: readonly AlertDto[];
}

function Rows({ alerts }: RowsProps): ReactNode {
  const rules = useAlertRules().data ?? [];
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  const own = new Map(
    (useUserInstruments().data ?? []).map((row) => [row.instrumentId, row.instrument.symbol]),
  );
  return (
    <ul aria-label="Recent alerts">
      {alerts.map((alert) => (
        <RecentAlertRow
          key={alertKey(alert)}
          alert={alert}
          ruleName={alert.ruleId === null ? null : (names.get(alert.ruleId) ?? null)}
          symbol={alert.instrumentId === null ? null : (own.get(alert.instrumentId) ?? null)}
        />
      ))}
    </ul>
  );
}

export function RecentAlerts(): ReactNode {
  const [shown, setShown] = useState<Shown>('all');
  const [instrumentId, setInstrumentId] = useState<number | null>(null);
  const pages = useAlertPages(instrumentId);
  const newest = useAlerts().data ?? [];
  const loaded = pages.data ?? [];
  const known = new Set(loaded.map(alertKey));
  // Alerts from the socket are here before the pages are read again
  const fresh = newest.filter(
    (alert) =>
      !known.has(alertKey(alert)) &&
      Date.parse(alert.createdAt) >= Date.parse(loaded[0]?.createdAt ?? alert.createdAt),
  );
  const alerts = [...fresh, ...loaded].filter(
    (alert) =>
      (shown === 'all' || !alert.isRead) && (instrumentId === null || alert.instrumentId === instrumentId),
  );
  return (
    <Card
      title="Recent Alerts"
      actions={
        <Filters
          shown={shown}
          instrumentId={instrumentId}
          onShown={setShown}
          onInstrument={setInstrumentId}
        />
      }
    >
      {pages.data === undefined ? (
        <QueryState query={pages} failed="The alerts could not be loaded" rows={5} height={28} />
      ) : alerts.length === 0 ? (
        <Nothing isFiltered={shown === 'unread' || instrumentId !== null} />
      ) : (
        <Rows alerts={alerts} />
      )}
      {pages.hasNextPage ? (
        <div className="load-older">
          <Button
            busy={pages.isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void pages.fetchNextPage()}
          >
            Load older alerts
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
