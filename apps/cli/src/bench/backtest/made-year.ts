/** An hour of recorded facts repeated to trading days of 23 hours, and to a year of them. */
import {
  type FindingColumns,
  factsBytes,
  readFacts,
  type SessionFacts,
  SessionQuotes,
} from '@undertow/backtest';
import { CME_CALENDAR, HOUR_MS, type Instrument, MINUTE_MS } from '@undertow/market';

const HOURS = 23;
const SECONDS_OF_HOUR = 3600;
const MINUTES_OF_HOUR = 60;

/** Columns one after the other, as often as there are hours; `shift` moves the values of one of them from hour to hour. */
function repeated<Columns extends object>(
  columns: Columns,
  shift: { readonly [name in keyof Columns]?: number },
) {
  const entries = Object.entries(columns).map(([name, values]: [string, unknown]) => {
    if (!(values instanceof Int32Array)) return [name, values];
    const by = shift[name as keyof Columns] ?? 0;
    const long = new Int32Array(values.length * HOURS);
    for (let hour = 0; hour < HOURS; hour += 1)
      long.set(by === 0 ? values : values.map((value) => value + hour * by), hour * values.length);
    return [name, long];
  });
  return Object.fromEntries(entries) as Columns;
}

function quotesOfHour(hour: SessionQuotes, fromSecond: number): SessionQuotes {
  const quotes = hour.columns();
  const second = quotes.second.map((value) => value - fromSecond);
  const columns = { ...quotes, second, count: quotes.count * HOURS };
  return SessionQuotes.of(repeated(columns, { second: SECONDS_OF_HOUR }));
}

function findingsOfHour(findings: FindingColumns, fromMs: number, openMs: number): FindingColumns {
  const { count, ids } = findings;
  const knownMs = new Float64Array(count * HOURS);
  for (let hour = 0; hour < HOURS; hour += 1)
    knownMs.set(
      findings.knownMs.map((ms) => ms - fromMs + openMs + hour * HOUR_MS),
      hour * count,
    );
  return {
    ...repeated({ ...findings, count: count * HOURS }, { finding: ids.length }),
    knownMs,
    ids: Array.from({ length: HOURS }, (_, hour) => ids.map((id) => `${id}-${hour}`)).flat(),
  };
}

/** The facts of a trading day from those of an hour. */
export function dayOfHour(hour: SessionFacts, instrument: Instrument, tradingDay: string): SessionFacts {
  const session = CME_CALENDAR.sessionBounds(tradingDay);
  const fromMs = hour.recorded.openMs;
  const fromMinute = Math.floor((fromMs - hour.session.openMs) / MINUTE_MS);
  const { minutes } = hour;
  return {
    ...hour,
    tradingDay,
    session,
    recorded: session,
    regular: CME_CALENDAR.regularHours(instrument, tradingDay),
    findings: findingsOfHour(hour.findings, fromMs, session.openMs),
    quotes: quotesOfHour(hour.quotes, fromMinute * MINUTES_OF_HOUR),
    minutes: repeated(
      {
        ...minutes,
        minute: minutes.minute.map((minute) => minute - fromMinute),
        count: minutes.count * HOURS,
      },
      { minute: MINUTES_OF_HOUR },
    ),
  };
}

/** So many trading days as bytes, oldest first; early closes are left out. */
export function* yearOfHour(bytes: Uint8Array, instrument: Instrument, days: number): Generator<Uint8Array> {
  const hour = readFacts(bytes);
  let atMs = hour.session.openMs;
  for (let made = 0; made < days; ) {
    const tradingDay = CME_CALENDAR.tradingDayOf(atMs);
    const { openMs, closeMs } = CME_CALENDAR.sessionBounds(tradingDay);
    atMs = CME_CALENDAR.nextOpenMs(atMs);
    if (closeMs - openMs < HOURS * HOUR_MS) continue;
    made += 1;
    yield factsBytes(dayOfHour(hour, instrument, tradingDay));
  }
}
