/** One alert in full: its words, its rule, its marks, and the way to the chart and to its evidence. */
import { type AlertDto, alertMarketWords } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useExchangeClock } from '#api/account/preferences.ts';
import { useMarkAlertRead } from '#api/alerts/alerts.ts';
import { chartAddress, evidenceAddress } from '#lib/address/event-addresses.ts';
import { unbroken } from '#lib/format/formats.ts';
import { clockText, formatDayAndTime } from '#lib/format/times.ts';
import { ALERT_TYPE_WORDS } from '#lib/words/alert-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { EventMark } from './event-mark.tsx';
import { RuleChips } from './rule-chips.tsx';

export interface RecentAlertRowProps {
  readonly alert: AlertDto;
  /** Null: the rule was deleted. */
  readonly ruleName: string | null;
  readonly symbol: string | null;
}

function Links({ alert }: { readonly alert: AlertDto }): ReactNode {
  const { instrumentId, marketAt, eventId, title } = alert;
  return (
    <>
      {instrumentId === null || marketAt === null ? null : (
        <Link
          className="link"
          href={chartAddress(instrumentId, marketAt)}
          aria-label={`${title}, on the chart`}
        >
          Chart
        </Link>
      )}
      {eventId === null ? null : (
        <Link className="link" href={evidenceAddress(eventId)} aria-label={`Evidence of ${title}`}>
          Evidence
        </Link>
      )}
    </>
  );
}

/** What the marks and the message of the alert do not say already. */
function ruleWords(
  { rules, alertType, eventType }: AlertDto,
  ruleName: string | null,
  symbol: string | null,
): string {
  const words = eventType === null ? [ALERT_TYPE_WORDS[alertType], symbol] : [];
  return [...words, rules.length > 0 ? null : (ruleName ?? 'rule deleted')].filter(Boolean).join(' · ');
}

export function RecentAlertRow({ alert, ruleName, symbol }: RecentAlertRowProps): ReactNode {
  const markRead = useMarkAlertRead();
  const createdMs = Date.parse(alert.createdAt);
  const hasExchangeClock = useExchangeClock();
  const read = (): void =>
    markRead.mutate(alert.id, {
      onError: (error) => toastError(error),
    });
  return (
    <li className="recent-alert" data-read={alert.isRead}>
      <span className="unread" aria-hidden="true" />
      <div className="min-w-0">
        <p className="title">
          {alert.isRead ? null : <span className="sr-only">Unread: </span>}
          <EventMark alert={alert} />
          {alert.title}
          {alert.isTest ? <Badge tone="info">test</Badge> : null}
          {alert.isQuiet ? <Badge>quiet</Badge> : null}
        </p>
        <div className="detail">
          <span className="text">{unbroken(alert.message)}</span>
          <span className="rule">{ruleWords(alert, ruleName, symbol)}</span>
          {alert.isTest ? null : <span className="rule">{alertMarketWords(alert)}</span>}
          <RuleChips rules={alert.rules} />
        </div>
      </div>
      <div className="side">
        <time dateTime={alert.createdAt} title={clockText(createdMs, hasExchangeClock)}>
          {formatDayAndTime(createdMs)}
        </time>
        <span className="acts">
          <Links alert={alert} />
          {alert.isRead ? (
            <span className="text-text-3">Read</span>
          ) : (
            <Button
              kind="ghost"
              size="small"
              busy={markRead.isPending}
              aria-label={`Mark ${alert.title} read`}
              onClick={read}
            >
              Mark read
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}
