/** The outbox of alerts: entries are written in the transaction of their event and settled when its alerts are stored. */
import { VIEW_DELAYS } from '@undertow/contracts';
import { epochMs, epochMsOfNs, type FlowEvent, LATE_ARRIVAL_MS } from '@undertow/market';
import { and, asc, eq, lte } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { decodeSignal } from '#adapters/storage/tables/signal-row.ts';
import { alertOutbox, eventFacets, flowEvents } from '#adapters/storage/tables/tables.ts';
import type { AlertOutbox } from '#ports/alerts.ts';

/** Of an event that is twice in a batch the later state counts. */
export async function addToAlertOutbox(orm: Orm, events: readonly FlowEvent[]): Promise<void> {
  const states = [...new Map(events.map((event) => [event.id, event])).values()];
  const rows = states.flatMap(({ id, updatedNs }) =>
    VIEW_DELAYS.map((delay) => {
      const updatedMs = epochMsOfNs(updatedNs);
      // The inverse of the instant up to which stored signals are shown; the millisecond is rounded down, so it is over one later
      const dueMs = delay === 0 ? updatedMs : updatedMs + 1 + delay * 1000 + LATE_ARRIVAL_MS;
      return { id, delay, updatedMs, dueMs };
    }),
  );
  const of = (pick: (row: (typeof rows)[number]) => unknown, type: string) => column(rows.map(pick), type);
  await orm.execute(sql`
    INSERT INTO alert_debts (event_id, delay_seconds, updated_ms, due_ms)
    SELECT * FROM unnest(${of((row) => row.id, 'text')}, ${of((row) => row.delay, 'int')},
      ${of((row) => row.updatedMs, 'bigint')}, ${of((row) => row.dueMs, 'bigint')})
    ON CONFLICT (event_id, delay_seconds) DO UPDATE SET updated_ms = excluded.updated_ms, due_ms = excluded.due_ms`);
}

export function createAlertOutbox(orm: Orm): AlertOutbox {
  return {
    async due(nowMs, limit) {
      const rows = await orm
        .select({
          eventId: alertOutbox.eventId,
          delaySeconds: alertOutbox.delaySeconds,
          updatedMs: alertOutbox.updatedMs,
          body: flowEvents.body,
        })
        .from(alertOutbox)
        .innerJoin(flowEvents, eq(flowEvents.id, alertOutbox.eventId))
        .innerJoin(eventFacets, eq(eventFacets.id, alertOutbox.eventId))
        .where(
          and(
            lte(alertOutbox.dueMs, epochMs(nowMs)),
            // A later state, which has no entry of its own, is not shown before its time either
            sql`${alertOutbox.dueMs} + ${eventFacets.updatedMs} - ${alertOutbox.updatedMs} <= ${epochMs(nowMs)}::bigint`,
          ),
        )
        .orderBy(asc(alertOutbox.dueMs), asc(alertOutbox.eventId))
        .limit(limit);
      return rows.map(({ body, ...row }) => ({ ...row, event: decodeSignal<FlowEvent>(body) }));
    },

    async settle(states) {
      if (states.length === 0) return;
      await orm.execute(sql`
        DELETE FROM alert_debts d USING unnest(
          ${column(
            states.map((state) => state.eventId),
            'text',
          )}, ${column(
            states.map((state) => state.delaySeconds),
            'int',
          )}, ${column(
            states.map((state) => state.updatedMs),
            'bigint',
          )}) AS done (event_id, delay_seconds, updated_ms)
        WHERE d.event_id = done.event_id AND d.delay_seconds = done.delay_seconds AND d.updated_ms <= done.updated_ms`);
    },
  };
}
