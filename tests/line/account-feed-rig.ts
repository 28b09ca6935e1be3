/** The whole server with the platform feed and an account's own, each with prices that the other never has. */
import { type ServerMessage, SUBPROTOCOL_BATCHED, serverMessage } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { AccountTape } from '@undertow/server/testing/account-tape.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { expect } from 'vitest';
import type { WebSocket } from 'ws';
import { openRig, type RigOptions, type RigUser } from './line-rig.ts';

/** 2026-11-20 16:00 UTC, a Friday: the exchange is open. */
export const START = Date.UTC(2026, 10, 20, 16);
/** 5000.00 and up, and 194250.00 and up: the two markets share no price. */
const PLATFORM_TICKS = 20_000;
export const OWN_TICKS = 777_000;
export const PLATFORM_PRICE = /\b50\d\d\.\d\d\b/;
/** Matches a price in points or in ticks. */
export const OWN_PRICE = /\b1942\d\d\.\d\d\b|\b7770\d\d\b/;

export interface Watcher {
  readonly socket: WebSocket;
  readonly texts: string[];
  messages(): ServerMessage[];
}

export const sourcesOf = (watcher: Watcher): Set<string> =>
  new Set(watcher.messages().flatMap((one) => (one.type === 'feed_status' ? [one.data.source] : [])));
export const delaysOf = (watcher: Watcher): Set<number> =>
  new Set(watcher.messages().flatMap((one) => ('delaySeconds' in one ? [one.delaySeconds] : [])));

const openAccountTape = (nowMs: number) => new AccountTape({ nowMs, run: 'account', instrumentIds: [1, 2] });

export type AccountFeedRig = Awaited<ReturnType<typeof openAccountFeedRig>>;

/** `allTypes` as of the rig beneath. */
export async function openAccountFeedRig(
  database: Database,
  { allTypes = false, storesOwnData = true, ...more }: Partial<Omit<RigOptions, 'feed' | 'database'>> = {},
) {
  const platformFeed = new TapeFeed({ nowMs: START, instrumentIds: [1, 2, 3] });
  const rig = await openRig({ feed: platformFeed, database, allTypes, storesOwnData, ...more });
  let own = openAccountTape(START);
  let seconds = 0;
  await expect.poll(() => platformFeed.isOpen(1)).toBe(true);

  function writeSecond(feed: TapeFeed, ticks: number): void {
    const id = 1000 + seconds * 100;
    const price = ticks + (seconds % 8);
    const lines = quotes(price, id, seconds === 0 ? null : id - 100);
    feed.push(1, feed.presentMs, [...lines, ...iceberg(price, id + 10, id + 11, seconds % 5 === 4 ? 6 : 1)]);
  }

  return {
    ...rig,
    get own() {
      return own;
    },

    /** Another account, whose market begins now. */
    renewOwn(): void {
      own = openAccountTape(platformFeed.presentMs);
      seconds = 0;
    },

    /** Advances both markets second by second; with `silent` the own one emits nothing. */
    async goOn(count: number, { silent = false } = {}): Promise<void> {
      for (let n = 0; n < count; n += 1) {
        writeSecond(platformFeed, PLATFORM_TICKS);
        if (!silent) writeSecond(own, OWN_TICKS);
        own.presentMs += 1000;
        seconds += 1;
        await rig.pass(1000);
      }
    },

    async watch(user: RigUser, instrumentIds: readonly number[] = [1]): Promise<Watcher> {
      const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
      const texts: string[] = [];
      socket.on('message', (data) => texts.push(data.toString()));
      socket.send(JSON.stringify({ type: 'subscribe', instrumentIds }));
      await expect.poll(() => texts.length).toBeGreaterThan(0);
      const messages = () => texts.flatMap((text) => JSON.parse(text)).map((one) => serverMessage.parse(one));
      return { socket, texts, messages };
    },

    /** Connects the account and waits until these sockets of its owner show it. */
    async connectOwn(user: RigUser, ...watchers: readonly Watcher[]): Promise<void> {
      for (const { texts } of watchers) texts.length = 0;
      await rig.line.accountFeedLines.open(user.id, own, () => undefined);
      for (const { texts } of watchers) await expect.poll(() => texts.join()).toContain('"source":"rithmic"');
    },

    async read<T>(user: RigUser, url: string): Promise<{ headers: Record<string, string>; body: T }> {
      const { status, text } = await rig.get(user, url);
      expect([url, status]).toEqual([url, 200]);
      const at = text.indexOf('\n');
      return { headers: JSON.parse(text.slice(0, at)), body: JSON.parse(text.slice(at + 1)) as T };
    },

    /** Tables of which a row holds it, as the rows are written out. */
    async tablesWith(pattern: RegExp): Promise<string[]> {
      await rig.pass(2000);
      const tables = await rowsOf<{ name: string }>(
        database.orm,
        sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
      );
      expect(tables.length).toBeGreaterThan(20);
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await rowsOf<{ row: string }>(
          database.orm,
          sql`SELECT t::text AS row FROM ${sql.identifier(name)} t`,
        );
        if (rows.some(({ row }) => pattern.test(row))) found.push(name);
      }
      return found;
    },
  };
}
