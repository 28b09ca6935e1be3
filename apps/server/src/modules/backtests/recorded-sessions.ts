/** Recorded sessions of a product on the platform's own feed: whole trading days, whoever may see them. */
import type { RunSummary } from '@undertow/feeds';
import { calendarOf, type Instrument, productCalendar } from '@undertow/market';
import type { Recordings } from '#ports/recordings.ts';

export interface RecordedSessions {
  /** The feed with the most recorded days; null where nothing is recorded. */
  readonly source: string | null;
  /** Oldest first. */
  readonly days: readonly RecordedDay[];
}

export interface RecordedDay {
  readonly tradingDay: string;
  /** In the order of their start. */
  readonly runs: readonly RunSummary[];
  readonly contract: string | null;
  /** Another contract is recorded on the next day. */
  readonly isLastOfContract: boolean;
}

function daysOf(runs: readonly RunSummary[], presentDay: string): readonly RecordedDay[] {
  const byDay = Map.groupBy(runs, ({ tradingDay }) => tradingDay);
  const days = [...byDay]
    .filter(([tradingDay]) => tradingDay < presentDay)
    .map(([tradingDay, own]) => {
      const ordered = own.toSorted((a, b) => (a.header?.startMs ?? 0) - (b.header?.startMs ?? 0));
      return { tradingDay, runs: ordered, contract: ordered.at(-1)?.header?.contract ?? null };
    })
    .toSorted((a, b) => a.tradingDay.localeCompare(b.tradingDay));
  return days.map((day, at) => {
    const next = days[at + 1]?.contract ?? day.contract;
    return { ...day, isLastOfContract: next !== day.contract };
  });
}

/** The day that is traded at `nowMs` is not over, and therefore none of them. */
export async function recordedSessions(
  recordings: Pick<Recordings, 'list'>,
  instrument: Instrument,
  nowMs: number,
): Promise<RecordedSessions> {
  const runs = (await recordings.list({ owner: null, product: instrument.symbol })).filter(
    ({ rowsBytes }) => rowsBytes > 0,
  );
  const [most] = [...Map.groupBy(runs, ({ source }) => source)]
    .map(([source, own]) => {
      const presentDay = productCalendar(calendarOf(source), instrument).tradingDayOf(nowMs);
      return { source, days: daysOf(own, presentDay) };
    })
    .toSorted((a, b) => b.days.length - a.days.length || a.source.localeCompare(b.source));
  return most ?? { source: null, days: [] };
}
