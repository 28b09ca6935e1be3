/** A scripted gateway and feeds over it, with their states and reports, and their faults without a name or a password. */
import {
  type AccountReport,
  openRithmicFeed,
  RithmicError,
  type RithmicFault,
  type RithmicGateway,
  type RithmicState,
  SystemList,
} from '@undertow/feeds';
import { expect } from 'vitest';
import { ES } from '#tests/rithmic/gateway-rig.ts';
import { ScriptedGateway } from '#tests/rithmic/scripted-gateway.ts';

export const PASSWORD = 'canary-password-7';

export class SessionRig {
  readonly gateway: ScriptedGateway;
  readonly states: RithmicState[] = [];
  readonly reports: AccountReport[] = [];
  readonly #opened: { close(): Promise<void> }[] = [];

  static async start(): Promise<SessionRig> {
    return new SessionRig(await ScriptedGateway.start());
  }

  private constructor(gateway: ScriptedGateway) {
    this.gateway = gateway;
  }

  async open(address: RithmicGateway = this.gateway.address, waitScale = 1) {
    const feed = await openRithmicFeed({
      gateway: address,
      credentials: async () => ({ user: 'alice', password: Buffer.from(PASSWORD) }),
      instruments: [ES],
      nowMs: Date.now,
      random: Math.random,
      onState: (state) => this.states.push(state),
      onAccount: (report) => this.reports.push(report),
      systems: new SystemList(),
      waitScale,
    });
    this.#opened.push(feed);
    return feed;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((feed) => feed.close()));
    await this.gateway.close();
  }
}

export async function faultOf(attempt: Promise<unknown>): Promise<RithmicFault | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(RithmicError);
    expect(String(error)).not.toMatch(/alice|canary/);
    return (error as RithmicError).fault;
  }
}

export const until = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 20 }).toBe(true);
