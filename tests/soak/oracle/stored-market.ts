/** What the product left in its database, read with SQL and nothing of its own code: bars, events, alerts, what waits. */
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

export interface StoredBar {
  readonly instrumentId: number;
  readonly startMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
}

/** The last state of an event. */
export interface StoredEvent {
  readonly id: string;
  readonly instrumentId: number;
  readonly type: string;
  readonly detectedMs: number;
  readonly updatedMs: number;
  readonly side: string;
  readonly size: number;
  readonly confidence: number;
  readonly exact: boolean;
  readonly perDay: number;
  readonly status: string;
  readonly degraded: boolean;
  readonly isSilent: boolean;
  readonly lowTicks: number;
  readonly highTicks: number;
}

export interface StoredAlert {
  readonly id: string;
  readonly userId: string;
  readonly ruleId: string | null;
  readonly instrumentId: number | null;
  readonly eventId: string | null;
  readonly eventType: string | null;
  readonly atMs: number;
  readonly createdAtMs: number;
  readonly isQuiet: boolean;
  readonly title: string;
}

export interface OutboxEntry {
  readonly eventId: string;
  readonly type: string;
  readonly delaySeconds: number;
  readonly updatedMs: number;
  readonly dueMs: number;
}

export interface StoredMarket {
  readonly bars: readonly StoredBar[];
  readonly events: readonly StoredEvent[];
  readonly alerts: readonly StoredAlert[];
  readonly deadLetters: number;
  /** States whose alerts are not settled. */
  readonly outbox: readonly OutboxEntry[];
}

const BARS = `SELECT instrument_id AS "instrumentId", start_ms AS "startMs", open_ticks AS "openTicks", high_ticks AS "highTicks",
  low_ticks AS "lowTicks", close_ticks AS "closeTicks", volume FROM bars ORDER BY instrument_id, start_ms, run_id`;
const EVENTS = `SELECT id, instrument_id AS "instrumentId", type, detected_ms AS "detectedMs", body FROM flow_events`;
const ALERTS = `SELECT id, user_id AS "userId", rule_id AS "ruleId", instrument_id AS "instrumentId", event_id AS "eventId",
  event_type AS "eventType", event_at_ms AS "atMs", created_at_ms AS "createdAtMs", is_quiet AS "isQuiet", title
  FROM alerts WHERE NOT is_test ORDER BY event_at_ms`;

const OUTBOX = `SELECT d.event_id AS "eventId", e.type, d.delay_seconds AS "delaySeconds", d.updated_ms AS "updatedMs",
  d.due_ms AS "dueMs" FROM alert_debts d JOIN flow_events e ON e.id = d.event_id ORDER BY d.due_ms`;

interface EventRow {
  readonly id: string;
  readonly instrumentId: number;
  readonly type: string;
  readonly detectedMs: number;
  readonly body: {
    readonly updatedNs: string;
    readonly side: string;
    readonly size: number;
    readonly confidence: number;
    readonly exact: boolean;
    readonly perDay?: number;
    readonly status: string;
    readonly degraded: boolean;
    readonly state?: string;
    readonly isWithdrawn?: boolean;
    readonly priceLowTicks: number;
    readonly priceHighTicks: number;
  };
}

function eventOf({ id, instrumentId, type, detectedMs, body }: EventRow): StoredEvent {
  const { updatedNs, side, size, confidence, exact, perDay = 0, status, degraded } = body;
  return {
    ...{ id, instrumentId, type, detectedMs: Number(detectedMs), side, size, confidence, exact, perDay },
    isSilent: body.state === 'experimental' || body.isWithdrawn === true,
    ...{ status, degraded, lowTicks: body.priceLowTicks, highTicks: body.priceHighTicks },
    updatedMs: Number(BigInt(updatedNs) / 1_000_000n),
  };
}

/** Opens the database of a product that has ended. */
export async function readStored(dataDir: string): Promise<StoredMarket> {
  const database = await PGlite.create(join(dataDir, 'pglite'));
  const rows = async <R>(statement: string): Promise<readonly R[]> =>
    (await database.query<R>(statement)).rows;
  try {
    const bars = await rows<StoredBar>(BARS);
    const alerts = await rows<StoredAlert>(ALERTS);
    const [dead] = await rows<{ count: number }>('SELECT count(*)::int AS count FROM alert_dead_letters');
    const outbox = await rows<OutboxEntry>(OUTBOX);
    return {
      bars: bars.map((bar) => ({ ...bar, startMs: Number(bar.startMs), volume: Number(bar.volume) })),
      events: (await rows<EventRow>(EVENTS)).map(eventOf),
      alerts: alerts.map((alert) => ({
        ...alert,
        atMs: Number(alert.atMs),
        createdAtMs: Number(alert.createdAtMs),
      })),
      deadLetters: dead?.count ?? 0,
      outbox: outbox.map((entry) => ({
        ...entry,
        updatedMs: Number(entry.updatedMs),
        dueMs: Number(entry.dueMs),
      })),
    };
  } finally {
    await database.close();
  }
}
