/** Which alerts are news: neither those that were there when the page opened, nor quiet ones, nor what was told before. Pure. */
import type { AlertDto } from '@undertow/contracts';

export interface SeenAlerts {
  /** Null: no list has been read yet. */
  readonly ids: ReadonlySet<string> | null;
  readonly newestMs: number;
}

/** Alerts of the same moment may come one after the other, in any order. */
const OUT_OF_ORDER_MS = 60_000;

export const NOTHING_SEEN: SeenAlerts = { ids: null, newestMs: Number.NEGATIVE_INFINITY };

export interface FreshAlerts {
  readonly seen: SeenAlerts;
  /** Newest first, as the list is. */
  readonly fresh: readonly AlertDto[];
}

/** What came since the last list; the first one is history. */
export function freshAlerts(before: SeenAlerts, alerts: readonly AlertDto[]): FreshAlerts {
  // A test stands on the server's clock, which is not that of a replayed market
  const times = alerts.filter(({ isTest }) => !isTest).map(({ createdAt }) => Date.parse(createdAt));
  const newestMs = Math.max(before.newestMs, ...times);
  const seen = { ids: new Set([...(before.ids ?? []), ...alerts.map(({ id }) => id)]), newestMs };
  const { ids } = before;
  if (ids === null) return { seen, fresh: [] };
  // An older one that was never listed came into sight by a change of plan or of instruments, or because others left
  const fresh = alerts.filter(
    (alert) =>
      !ids.has(alert.id) &&
      !alert.isRead &&
      !alert.isQuiet &&
      Date.parse(alert.createdAt) > before.newestMs - OUT_OF_ORDER_MS,
  );
  return { seen, fresh };
}

export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

/** One notice for all that came at once. */
export function noticeText(fresh: readonly AlertDto[]): NoticeText | null {
  const newest = fresh[0];
  if (newest === undefined) return null;
  if (fresh.length === 1) return { title: newest.title, body: newest.message };
  return {
    title: `${fresh.length} alerts`,
    body: fresh
      .slice(0, 4)
      .map(({ title }) => title)
      .join('\n'),
  };
}
