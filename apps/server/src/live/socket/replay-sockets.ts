/** Which sockets show a replay in place of the present market, and what is sent to them about it. */
import type { MarketReplayState } from '@undertow/contracts';
import type { FeedViewResolver, FeedViewSource } from '#live/views/view-resolver.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { SocketClient } from './socket-client.ts';
import { replayMessage, replayOverMessage } from './view-messages.ts';

/** Replays as sockets show them. */
export interface ShownReplays {
  isOpen(userId: string, id: string): boolean;
  stateOf(id: string): MarketReplayState | undefined;
}

export interface ReplaySocketsInput {
  readonly clients: Pick<ConnectionRegistry, 'ofUser'>;
  readonly replays: ShownReplays;
  readonly viewResolver: FeedViewResolver;
}

export class ReplaySockets {
  readonly #input: ReplaySocketsInput;

  constructor(input: ReplaySocketsInput) {
    this.#input = input;
  }

  /** True while a socket of the user shows the replay. */
  isShown(userId: string, id: string): boolean {
    return this.#input.clients.ofUser(userId).some((client) => client.replay === id);
  }

  /** Sends where a replay is. Of one that is over the sockets show nothing any more. */
  send(userId: string, state: MarketReplayState): void {
    for (const client of this.#input.clients.ofUser(userId)) {
      if (client.replay !== state.id) continue;
      client.send(replayMessage(state));
      if (state.mode === 'over') client.follow([], []);
    }
  }

  /** What the client reads: the present market, or its replay; null where that is over. */
  sourceOf({ user, replay }: SocketClient, entitlement: Entitlement): FeedViewSource | null {
    const { viewResolver, replays } = this.#input;
    if (replay === null) return viewResolver.resolve(user, entitlement);
    const isTheirs = user.view === undefined && replays.isOpen(user.userId, replay);
    return isTheirs ? viewResolver.resolve({ ...user, replay }, entitlement) : null;
  }

  /** In place of a replay that is over nothing is shown: the client opens it again, or leaves it. */
  end(client: SocketClient): void {
    client.follow([], []);
    client.plan = null;
    client.send(replayOverMessage(client.replay ?? ''));
  }

  /** What a client that begins to show a replay is sent about it. */
  textsOf({ replay }: SocketClient): readonly string[] {
    const state = replay === null ? undefined : this.#input.replays.stateOf(replay);
    return state === undefined ? [] : [replayMessage(state)];
  }
}
