/**
 * Which alerts are news: neither those that were there when the page opened, nor quiet ones, nor what was announced
 * before. Pure.
 */
import { type AlertDto, alertMarketWords } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { alertKey } from '#api/alerts/alert-lists.ts';

export interface SeenAlerts {
  /** One key for each event, whatever number of rules matched it. Null: no list has been read yet. */
  readonly keys: ReadonlySet<string> | null;
  /** Of the last list those that were quiet: a rule outside its quiet hours may match their events later. */
  readonly quiet: ReadonlySet<string>;
  readonly newestMs: number;
}

/** Alerts of the same moment may come one after the other, in any order. */
const OUT_OF_ORDER_MS = MINUTE_MS;

export const NOTHING_SEEN: SeenAlerts = { keys: null, quiet: new Set(), newestMs: Number.NEGATIVE_INFINITY };

export interface FreshAlerts {
  readonly seen: SeenAlerts;
  /** Newest first, as the list is. */
  readonly fresh: readonly AlertDto[];
}

/** What came since the last list; the first one is history, except for what came while it was read. */
export function freshAlerts(
  before: SeenAlerts,
  alerts: readonly AlertDto[],
  cameBeforeList: (alert: AlertDto) => boolean = () => false,
): FreshAlerts {
  // A test alert has the server's clock, which is not that of a replayed market
  const times = alerts.filter(({ isTest }) => !isTest).map(({ createdAt }) => Date.parse(createdAt));
  const newestMs = Math.max(before.newestMs, ...times);
  const seen = {
    keys: new Set([...(before.keys ?? []), ...alerts.map(alertKey)]),
    quiet: new Set(alerts.filter(({ isQuiet }) => isQuiet).map(alertKey)),
    newestMs,
  };
  // An older one that was never listed came into sight by a change of plan or of instruments, or because others left
  const isNew = (alert: AlertDto): boolean => {
    if (before.keys === null) return cameBeforeList(alert);
    if (before.quiet.has(alertKey(alert))) return true;
    return (
      !before.keys.has(alertKey(alert)) && Date.parse(alert.createdAt) > before.newestMs - OUT_OF_ORDER_MS
    );
  };
  return { seen, fresh: alerts.filter((alert) => isNew(alert) && !alert.isRead && !alert.isQuiet) };
}

/** Alerts that a notice of several names. */
const NAMED = 4;

export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

/** A test is of no market. */
function withMarket(alert: AlertDto, text: string): string {
  return alert.isTest ? text : `${text} · ${alertMarketWords(alert)}`;
}

/** One notice for all that came at once. A test is named first: somebody waits for it. */
export function noticeText(fresh: readonly AlertDto[]): NoticeText | null {
  const [newest] = fresh;
  if (newest === undefined) return null;
  if (fresh.length === 1) return { title: newest.title, body: withMarket(newest, newest.message) };
  return {
    title: `${fresh.length} alerts`,
    body: fresh
      .toSorted((a, b) => Number(b.isTest) - Number(a.isTest))
      .slice(0, NAMED)
      .map((alert) => withMarket(alert, alert.title))
      .join('\n'),
  };
}
