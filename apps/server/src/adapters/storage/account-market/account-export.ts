/** Rows of an owner's feed as their export shows them: opened, with the deltas of a window decoded. */
import type { Orm } from '#adapters/storage/database/orm.ts';
import type {
  accountBars,
  accountEvents,
  accountGaps,
  accountOutcomes,
  accountWindows,
} from '#adapters/storage/tables/account-tables.ts';
import type { alerts } from '#adapters/storage/tables/tables.ts';
import type { AccountExport, OwnerKey, OwnerSeal } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { EventWindowCodec } from '#ports/market-store.ts';
import { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf } from './sealed-body.ts';

type Row = Readonly<Record<string, unknown>>;

const UNREADABLE = 'The key of this row is not available. Please contact support.';

interface Tables {
  alerts: typeof alerts.$inferSelect;
  account_bars: typeof accountBars.$inferSelect;
  account_gaps: typeof accountGaps.$inferSelect;
  account_events: typeof accountEvents.$inferSelect;
  account_windows: typeof accountWindows.$inferSelect;
  account_outcomes: typeof accountOutcomes.$inferSelect;
}

type Openers = { readonly [T in keyof Tables]: (key: OwnerKey, row: Tables[T]) => unknown };

function openersWith(codec: EventWindowCodec): Openers {
  return {
    alerts: (key, row) => openBody(key, placeOf.alert(row.id), row.sealed ?? new Uint8Array()),
    account_bars: (key, row) => openBody(key, placeOf.bar(row), row.sealed),
    account_gaps: (key, row) => openBody(key, placeOf.gap(row), row.sealed),
    account_events: (key, row) => openBody<{ signal: unknown }>(key, placeOf.signal(row), row.sealed).signal,
    account_windows: (key, row) => {
      const { deltas, ...head } = openBody<{ deltas: string }>(key, placeOf.window(row.eventId), row.sealed);
      return { ...head, deltas: codec.decode(Buffer.from(deltas, 'base64')) };
    },
    account_outcomes: (key, row) => openBody(key, placeOf.outcome(row), row.sealed),
  };
}

export function createAccountExport(orm: Orm, seal: OwnerSeal, codec: EventWindowCodec): AccountExport {
  const keys = new OwnerKeys(orm, seal);
  const openers = openersWith(codec);
  return {
    async open(userId, table, rows) {
      if (!(table in openers)) throw new Error(`expected a table of account feeds, not ${table}`);
      // The name was checked, and the rows are those of the table
      const openRow = openers[table as keyof Tables] as (key: OwnerKey, row: Row) => unknown;
      const shown = (contentOf: (row: Row) => unknown): readonly Row[] =>
        rows.map((row) => {
          const { sealed: _sealed, tape: _tape, ...clear } = row;
          return { ...clear, content: row['sealed'] === null ? null : contentOf(row) };
        });
      try {
        return await keys.reading(
          userId,
          shown(() => UNREADABLE),
          async (key) => shown((row) => openRow(key, row)),
        );
      } catch (error) {
        if (error instanceof SecretUnreadable) return shown(() => UNREADABLE);
        throw error;
      }
    },
  };
}
