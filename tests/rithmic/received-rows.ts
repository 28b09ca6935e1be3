/** What a listener receives of one instrument over a scripted gateway, one text per row. */
import { openRithmicFeed, SystemList } from '@undertow/feeds';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_NONE,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
} from '@undertow/market';
import { expect } from 'vitest';
import { ES } from './gateway-rig.ts';
import { type Peer, ScriptedGateway } from './scripted-gateway.ts';

const WORDS = new Map([
  [ACTION_NONE, 'none'],
  [ACTION_ADD, 'add'],
  [ACTION_MODIFY, 'modify'],
  [ACTION_CANCEL, 'cancel'],
  [ACTION_TRADE, 'trade'],
  [ACTION_FILL, 'fill'],
  [ACTION_LEVEL, 'level'],
  [ACTION_CLEAR, 'clear'],
  [ACTION_STATUS, 'status'],
]);
const SIDES = ['-', 'bid', 'ask'];
/** Ticks are counted from 4567.00. */
const BASE_TICKS = 18_268;

/** `action side ticks size order`; ticks from 4567.00, `;` ends an event, `*` is of a snapshot. Heartbeats are left out. */
export class ReceivedRows {
  readonly gateway: ScriptedGateway;
  readonly rows: string[] = [];
  /** Of rows outside snapshots. */
  readonly numbers: number[] = [];
  requestSnapshot: () => void = () => undefined;
  #close: () => Promise<void> = () => Promise.resolve();

  static async start(): Promise<ReceivedRows> {
    return new ReceivedRows(await ScriptedGateway.start());
  }

  private constructor(gateway: ScriptedGateway) {
    this.gateway = gateway;
  }

  /** The connection that the rows come over. */
  get peer(): Peer {
    return this.gateway.logins[0] as Peer;
  }

  async listen(): Promise<void> {
    const feed = await openRithmicFeed({
      gateway: this.gateway.address,
      credentials: async () => ({ user: 'alice', password: Buffer.from('x') }),
      instruments: [ES],
      nowMs: Date.now,
      random: Math.random,
      onState: () => undefined,
      onAccount: () => undefined,
      systems: new SystemList(),
    });
    this.#close = () => feed.close();
    const subscription = feed.open(ES, {
      onBatch: (batch) => {
        for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) this.#take(batch.rows, at);
      },
      onTransport: () => undefined,
      onEnd: () => undefined,
    });
    this.requestSnapshot = () => subscription.requestSnapshot();
  }

  /** Waits for so many rows in all. */
  async received(count: number): Promise<void> {
    await expect.poll(() => this.rows.length).toBeGreaterThanOrEqual(count);
  }

  async close(): Promise<void> {
    await this.#close();
    await this.gateway.close();
  }

  #take(batch: Int32Array, at: number): void {
    const cell = (column: number) => batch[at + column]!;
    if (cell(COL_ACTION) === ACTION_HEARTBEAT) return;
    const isPriced = cell(COL_PRICE_TICKS) > 0;
    const words = [
      WORDS.get(cell(COL_ACTION)),
      SIDES[cell(COL_SIDE)],
      isPriced ? cell(COL_PRICE_TICKS) - BASE_TICKS : '-',
      cell(COL_SIZE),
      cell(COL_ORDER_LO),
    ];
    const isSnapshot = (cell(COL_FLAGS) & FLAG_SNAPSHOT) !== 0;
    const isLast = (cell(COL_FLAGS) & FLAG_LAST) !== 0;
    this.rows.push(`${isSnapshot ? '*' : ''}${words.join(' ')}${isLast ? ';' : ''}`);
    if (!isSnapshot) this.numbers.push(cell(COL_RPT_SEQ));
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
