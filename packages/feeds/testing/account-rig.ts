/** Feeds over an account at a gateway in memory, with the states and reports of their owner and a clock of the test's own. */
import { openRithmicFeed } from '#rithmic/account/account-feed.ts';
import type { RithmicFeedOptions, RithmicState } from '#rithmic/account/rithmic-feed.ts';
import type { AccountReport } from '#rithmic/session/account-report.ts';
import { SystemList } from '#rithmic/session/system-list.ts';
import { MemoryGateway, type MemoryPeer, pass, settle } from './memory-gateway.ts';

const TICKER = 1;
/** Friday, 9 in the morning in Chicago: the market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 0);

export class AccountRig {
  readonly gateway = new MemoryGateway();
  readonly states: RithmicState[] = [];
  readonly reports: AccountReport[] = [];
  nowMs = NOW_MS;
  readonly #opened: { close(): Promise<void> }[] = [];

  /** A feed of ES and NQ. */
  async open(options: Partial<RithmicFeedOptions> = {}) {
    const feed = await openRithmicFeed({
      gateway: this.gateway.address,
      credentials: async () => ({ user: 'alice', password: Buffer.from('a password') }),
      instruments: [1, 2],
      nowMs: () => this.nowMs,
      random: () => 1,
      onState: (state) => this.states.push(state),
      onAccount: (report) => this.reports.push(report),
      systems: new SystemList(),
      ...options,
    });
    this.#opened.push(feed);
    await settle();
    return feed;
  }

  /** Logins on the ticker plant, in order. */
  get logins(): readonly MemoryPeer[] {
    return this.gateway.logins(TICKER);
  }

  /** The connection that is in use. */
  get peer(): MemoryPeer {
    const peer = this.logins.at(-1);
    if (peer === undefined) throw new Error('expected a login on the ticker plant');
    return peer;
  }

  async close(): Promise<void> {
    const closed = Promise.all(this.#opened.splice(0).map((feed) => feed.close()));
    await pass(1000);
    await closed;
    await this.gateway.close();
  }
}
