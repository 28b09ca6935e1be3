/** What the user's own connection did recently, newest first, by the reader's days. */
import type { ConnectionLogEntry, RithmicConnection } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { ReactNode } from 'react';
import { useConnectionLog } from '#api/account/connection.ts';
import { formatClock, formatDate, formatWeekday, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { stepSentence, stepWord } from '#lib/words/connection-log-words.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';

interface LogDay {
  readonly day: string;
  readonly firstMs: number;
  readonly entries: ConnectionLogEntry[];
}

function daysOf(entries: readonly ConnectionLogEntry[]): readonly LogDay[] {
  const days: LogDay[] = [];
  for (const entry of entries) {
    const firstMs = Date.parse(entry.at);
    const day = formatDate(firstMs);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, firstMs, entries: [entry] });
  }
  return days;
}

function DayRows({ entries }: Pick<LogDay, 'entries'>): ReactNode {
  return (
    <ul className="step-rows">
      {entries.map((entry) => (
        <li key={`${entry.since} ${entry.step}`}>
          <time dateTime={entry.at}>{formatClock(Date.parse(entry.at))}</time>
          <b>{stepWord(entry)}</b>
          <span>{stepSentence(entry)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `status` is what the badge shows: the log is read again with each turn of it. */
export function ConnectionLog({ status }: Pick<RithmicConnection, 'status'>): ReactNode {
  const query = useConnectionLog(status);
  const { data } = query;
  const today = formatDate(useNow(MINUTE_MS));
  const days = daysOf(data ?? []);
  const city = zoneCity(USER_ZONE);
  const isOfToday = days[0]?.day === today;
  return (
    <Card
      title="Connection log"
      {...(days.length === 0 ? {} : { note: isOfToday ? `today, ${city}` : city })}
    >
      {data === undefined ? (
        <QueryState
          query={query}
          failed="The log could not be loaded"
          note="Trying again in 5 s."
          rows={3}
          height={36}
        />
      ) : null}
      {data?.length === 0 ? (
        <p className="p-4 text-text-2">Connection events appear here once you save your login.</p>
      ) : null}
      {days.map(({ day, firstMs, entries }) => (
        <section key={day} aria-label={day}>
          {day === today ? null : (
            <h3 className="step-day">
              {formatWeekday(firstMs)} {day}
            </h3>
          )}
          <DayRows entries={entries} />
        </section>
      ))}
    </Card>
  );
}
