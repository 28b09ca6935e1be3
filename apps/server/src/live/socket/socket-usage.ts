/** Records which market data the sockets show: when a client begins to follow it, and once a minute while it does. */
import { MINUTE_MS } from '@undertow/market';
import type { DataUsage } from '#ports/people.ts';
import type { SocketClient } from './socket-client.ts';

const AGAIN_MS = MINUTE_MS;

interface SocketUsageInput {
  readonly usage: DataUsage;
  monotonicMs(): number;
}

export interface SocketUsage {
  /** The client follows something from now on. */
  begins(client: SocketClient): void;
  /** The client is still connected. */
  continues(client: SocketClient): void;
}

export function createSocketUsage({ usage, monotonicMs }: SocketUsageInput): SocketUsage {
  const notedMs = new WeakMap<SocketClient, number>();

  function begins(client: SocketClient): void {
    notedMs.set(client, monotonicMs());
    // A replay shows nothing of the present, whose display is counted
    if (client.replay !== null) return;
    for (const [instrumentId, view] of client.views) {
      const { source } = view.status();
      usage.note({ ...client.user, source, delaySeconds: view.delaySeconds, instrumentIds: [instrumentId] });
    }
  }

  return {
    begins,
    continues(client) {
      if (monotonicMs() - (notedMs.get(client) ?? 0) >= AGAIN_MS) begins(client);
    },
  };
}
