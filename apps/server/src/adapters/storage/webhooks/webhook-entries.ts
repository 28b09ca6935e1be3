/** Entries of the webhook outbox, to be written in the transaction of their cause; nothing is written while nobody has a webhook. */
import { VIEW_DELAYS } from '@undertow/contracts';
import type { FlowEvent } from '@undertow/market';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';

const DELAYS = sql`unnest(${sql.param([...VIEW_DELAYS])}::int[]) AS viewers (delay_seconds)`;
const ANYBODY = sql`EXISTS (SELECT FROM webhooks)`;
/** A later state replaces one that still waits. */
const LATEST = sql`ON CONFLICT (kind, ref, delay_seconds) DO UPDATE SET state_ms = excluded.state_ms,
  is_first = webhook_outbox.is_first OR excluded.is_first`;

/** To be called before the events are stored: those that are not there yet are new. */
export async function enterEvents(tx: Orm, events: readonly FlowEvent[]): Promise<void> {
  const states = [...new Map(events.map((event) => [event.id, event])).values()];
  await tx.execute(sql`
    INSERT INTO webhook_outbox (kind, ref, delay_seconds, state_ms, is_first)
    SELECT 'event', state.id, viewers.delay_seconds, state.at_ms,
      NOT EXISTS (SELECT FROM flow_events known WHERE known.id = state.id)
    FROM unnest(${column(
      states.map(({ id }) => id),
      'text',
    )}, ${column(
      states.map(({ updatedNs }) => Number(updatedNs / 1_000_000n)),
      'bigint',
    )}) AS state (id, at_ms), ${DELAYS} WHERE ${ANYBODY} ${LATEST}`);
}

/** Outcomes of events and patterns; those of patterns are left out when they are read. */
export async function enterOutcomes(
  tx: Orm,
  outcomes: readonly { readonly signalId: string; readonly atMs: number }[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.execute(sql`
    INSERT INTO webhook_outbox (kind, ref, delay_seconds, state_ms, is_first)
    SELECT 'settled', outcome.id, viewers.delay_seconds, outcome.at_ms, true
    FROM unnest(${column(
      outcomes.map(({ signalId }) => signalId),
      'text',
    )}, ${column(
      outcomes.map(({ atMs }) => atMs),
      'bigint',
    )}) AS outcome (id, at_ms), ${DELAYS} WHERE ${ANYBODY} ${LATEST}`);
}

/** Alerts that were stored just now; what own feeds raise is encrypted for its owner and stays here. */
export async function enterAlerts(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    INSERT INTO webhook_outbox (kind, ref, delay_seconds, state_ms, is_first)
    SELECT 'alert', a.id, -1, 0, true FROM alerts a
    WHERE a.id = ANY(${column(ids, 'text')}) AND a.market = 'platform' AND NOT a.is_test
      AND EXISTS (SELECT FROM webhooks w WHERE w.user_id = a.user_id) ${LATEST}`);
}

export async function enterImport(tx: Orm, userId: string, importId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO webhook_outbox (kind, ref, delay_seconds, state_ms, is_first)
    SELECT 'import', ${String(importId)}::text, -1, 0, true
    WHERE EXISTS (SELECT FROM webhooks WHERE user_id = ${userId}) ${LATEST}`);
}
