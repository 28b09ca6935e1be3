/** A user's replay in tests of the line: opened by request, watched on a socket, controlled, closed. */
import { once } from 'node:events';
import { type MarketReplayState, SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { Rig, RigUser } from './line-rig.ts';

export type ReplayMessage = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly data: unknown;
};

export interface WatchedReplay {
  readonly socket: WebSocket;
  /** Everything that the window was sent. */
  readonly sent: ReplayMessage[];
}

export const instant = (ms: number): string => new Date(ms).toISOString();

export const lastState = (sent: readonly ReplayMessage[]): MarketReplayState | undefined =>
  sent.findLast(({ type }) => type === 'replay')?.data as MarketReplayState | undefined;

/** Why the replay ended. A socket that still names it is sent a second, general reason later. */
export const overReason = (sent: readonly ReplayMessage[]): string | null =>
  sent
    .filter(({ type }) => type === 'replay')
    .map(({ data }) => data as MarketReplayState)
    .find(({ mode }) => mode === 'over')?.reason ?? null;

export class ReplayDesk {
  readonly #rig: Pick<Rig, 'pass' | 'post' | 'connect'>;

  constructor(rig: Pick<Rig, 'pass' | 'post' | 'connect'>) {
    this.#rig = rig;
  }

  /** Time that really passes, with the server's timers: a replay has a thread of its own. */
  async until<T>(
    read: () => T | undefined | Promise<T | undefined>,
    seen: () => unknown = () => String(read),
  ): Promise<T> {
    return vi.waitFor(
      async () => {
        await this.#rig.pass(100);
        const found = await read();
        if (found === undefined) throw new Error(`not yet: ${JSON.stringify(seen())}`);
        return found;
      },
      { timeout: 90_000, interval: 50 },
    );
  }

  async open(user: RigUser, ms: number) {
    const { status, text } = await this.#rig.post(user, '/api/replays?instrumentId=1', { at: instant(ms) });
    return { status, text, state: JSON.parse(text) as MarketReplayState };
  }

  /** A window of the user that shows the replay. */
  async watch(user: RigUser, replay: string): Promise<WatchedReplay> {
    const socket = await this.#rig.connect(user, [SUBPROTOCOL_BATCHED]);
    const sent: ReplayMessage[] = [];
    socket.on('message', (data) => sent.push(...(JSON.parse(String(data)) as ReplayMessage[])));
    socket.send(
      JSON.stringify({
        ...{ type: 'subscribe', instrumentIds: [1], replay },
        orderFlow: [{ instrumentId: 1, kinds: ['depth', 'prints'] }],
      }),
    );
    return { socket, sent };
  }

  reaches(sent: readonly ReplayMessage[], modes: readonly MarketReplayState['mode'][]) {
    return this.until(
      () => {
        const state = lastState(sent);
        return state !== undefined && modes.includes(state.mode) ? state : undefined;
      },
      () => ({ expected: modes, last: lastState(sent) }),
    );
  }

  act(user: RigUser, id: string, body: object) {
    return this.#rig.post(user, `/api/replays/${id}/acts`, body);
  }
}

export async function closed(socket: WebSocket): Promise<void> {
  socket.close();
  await once(socket, 'close');
}
