/** Alerts, newest first: a dot and weight mark the unread; opening one marks it read and shows its event. */
import { type AlertDto, alertMarketWords, EVENTS_PER_DAY } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS } from '@undertow/market';
import type { ReactNode } from 'react';
import { useExchangeClock, usePreferences } from '#api/account/preferences.ts';
import { alertKey } from '#api/alerts/alert-lists.ts';
import { useAlerts, useMarkAlertRead, useMarkAllAlertsRead } from '#api/alerts/alerts.ts';
import { unbroken } from '#lib/format/formats.ts';
import { clockText, formatClock, formatDayAndTime } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { UnreadBadge } from '#ui/marks/badge.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { EventMark } from './event-mark.tsx';
import { RuleChips } from './rule-chips.tsx';

const OPTIONS = EVENTS_PER_DAY.map((limit) => ({
  value: String(limit),
  label: limit === null ? 'All events' : `${limit} a day`,
}));

/** How many events a day the chart, the lists and the built-in rule bring. */
function PerDayChoice(): ReactNode {
  const { value, save } = usePreferences();
  return (
    <Select
      label="Events per day"
      hideLabel
      size="small"
      value={String(value.eventsPerDay)}
      options={OPTIONS}
      onChange={(text) =>
        save({ eventsPerDay: EVENTS_PER_DAY.find((limit) => String(limit) === text) ?? null })
      }
    />
  );
}

export interface AlertsListProps {
  /** At most this many are shown. */
  readonly shown: number;
  /** Where alerts come from, for the empty list: `ES, NQ and CL`. */
  readonly about: string;
  /** Called with the event's id when an alert that has one is opened. */
  readonly onOpenEvent: (eventId: string, instrumentId: number | null) => void;
}

function AlertRow({
  alert,
  nowMs,
  onOpen,
}: {
  readonly alert: AlertDto;
  readonly nowMs: number;
  readonly onOpen: () => void;
}): ReactNode {
  const createdMs = Date.parse(alert.createdAt);
  const hasExchangeClock = useExchangeClock();
  const time = nowMs - createdMs > DAY_MS ? formatDayAndTime(createdMs) : formatClock(createdMs);
  return (
    <li>
      <button type="button" className="alert-row" data-read={alert.isRead} onClick={onOpen}>
        <span className="unread" aria-hidden="true" />
        <span className="title">
          {alert.isRead ? null : <span className="sr-only">Unread: </span>}
          <EventMark alert={alert} />
          {alert.title}
        </span>
        <time className="time" dateTime={alert.createdAt} title={clockText(createdMs, hasExchangeClock)}>
          {time}
        </time>
        <span className="text">
          {unbroken(alert.message)}
          {alert.isTest ? null : ` · ${alertMarketWords(alert)}`}
        </span>
        {alert.eventId === null ? null : <RuleChips rules={alert.rules} />}
      </button>
    </li>
  );
}

export function AlertsList({ shown, about, onOpenEvent }: AlertsListProps): ReactNode {
  const alerts = useAlerts();
  const markRead = useMarkAlertRead();
  const nowMs = useNow(MINUTE_MS);
  if (alerts.data === undefined)
    return (
      <QueryState
        query={alerts}
        failed="The alerts could not be loaded"
        note="Trying again in 5 s."
        rows={4}
        height={24}
      />
    );
  if (alerts.data.length === 0) {
    return <EmptyBlock title="No alerts yet" text={`Alerts about ${about} appear here.`} />;
  }
  const open = (alert: AlertDto): void => {
    if (!alert.isRead) markRead.mutate(alert.id, { onError: (error) => toastError(error) });
    if (alert.eventId !== null) onOpenEvent(alert.eventId, alert.instrumentId);
  };
  return (
    <ul aria-label="Alerts">
      {alerts.data.slice(0, shown).map((alert) => (
        <AlertRow key={alertKey(alert)} alert={alert} nowMs={nowMs} onOpen={() => open(alert)} />
      ))}
    </ul>
  );
}

function useUnread(): number {
  return (useAlerts().data ?? []).filter((alert) => !alert.isRead).length;
}

/** The label and the badge, where the list is behind a tab. */
export function AlertsTabLabel({ text = 'Alerts' }: { readonly text?: string }): ReactNode {
  return (
    <>
      {text} <UnreadBadge count={useUnread()} />
    </>
  );
}

/** Unread badge and Mark all read; without the title where a tab has it. */
export function AlertsHead({ withTitle = true }: { readonly withTitle?: boolean }): ReactNode {
  const markAll = useMarkAllAlertsRead();
  const unread = useUnread();
  return (
    <div className="panel-head">
      {withTitle ? <h2>Alerts</h2> : null}
      {withTitle ? <UnreadBadge count={unread} /> : null}
      <span className="grow" />
      <PerDayChoice />
      <Button
        kind="ghost"
        size="small"
        disabled={unread === 0}
        busy={markAll.isPending}
        onClick={() => markAll.mutate(undefined, { onError: (error) => toastError(error) })}
      >
        Mark all read
      </Button>
    </div>
  );
}
