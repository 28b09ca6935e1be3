/** Notifies administrators of models that drift: in the transaction of the row that says so, once a model and trading day. */
import type { TrackRow } from '@undertow/detection';
import { calendarOf, epochMsOfNs, instrumentById } from '@undertow/market';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import type { MailFacts } from '#ports/mail.ts';
import type { Origin } from '#ports/market-store.ts';

interface Notice {
  readonly key: string;
  readonly atMs: number;
  readonly facts: MailFacts['model_drifting'];
}

/** `rows` are the ones that the chain did not hold yet: a batch that is retried notifies nobody again. */
export async function notifyDrift(
  tx: Orm,
  origin: Pick<Origin, 'source' | 'instrumentId'>,
  rows: readonly TrackRow[],
): Promise<void> {
  const notices = rows.flatMap((row) => noticesOf(origin, row));
  if (notices.length === 0) return;
  const admins = await rowsOf<{ id: string }>(tx, sql`SELECT id FROM users WHERE role = 'admin' ORDER BY id`);
  const outbox = createOutbox(tx);
  for (const { id: userId } of admins)
    for (const { key, facts, atMs } of notices)
      await outbox.put({ userId, key, template: 'model_drifting', facts }, atMs);
}

function noticesOf(
  { source, instrumentId }: Pick<Origin, 'source' | 'instrumentId'>,
  row: TrackRow,
): Notice[] {
  if (row.kind !== 'calibration') return [];
  const atMs = epochMsOfNs(BigInt(row.atNs));
  const day = calendarOf(source).tradingDayOf(atMs);
  const symbol = instrumentById(instrumentId)?.symbol ?? String(instrumentId);
  return Object.entries(row.states)
    .filter(([, { isDrifting }]) => isDrifting)
    .map(([model, { lastSession = null }]) => {
      return {
        key: `drift/${source}/${instrumentId}/${model}/${day}`,
        atMs,
        facts: { source, symbol, model, day, session: lastSession },
      };
    });
}
