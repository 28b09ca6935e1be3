/** Updates as a test publishes them, and what a test reads back. */
import type { Wire, WireUpdate } from '#ports/cluster/wire.ts';

export type GivenUpdate = Partial<WireUpdate> & { readonly sequence: number };

export function wireUpdate({ sequence, ...given }: GivenUpdate): WireUpdate {
  const fence = given.fence ?? { epoch: 1, revision: 1 };
  const instrumentId = given.instrumentId ?? 1;
  return {
    instrumentId,
    fence,
    id: `${instrumentId}-${fence.epoch}-${fence.revision}-${sequence}`,
    sequences: [sequence, sequence],
    isKeyframe: false,
    frame: Uint8Array.of(sequence & 0xff, 7, 9),
    ...given,
  };
}

export interface Followed {
  readonly updates: WireUpdate[];
  ids(): string[];
  readonly caughtUpAt: number[];
  stop(): Promise<void>;
}

/** Follows everything since 1970; `caughtUpAt` has how many updates had come at that moment. */
export async function followAll(wire: Wire, sinceMs = 0): Promise<Followed> {
  const updates: WireUpdate[] = [];
  const caughtUpAt: number[] = [];
  const stop = await wire.follow(sinceMs, {
    onUpdate: (update) => updates.push(update),
    onCaughtUp: () => caughtUpAt.push(updates.length),
  });
  return { updates, ids: () => updates.map(({ id }) => id), caughtUpAt, stop };
}

/** Publishes until it is stored, as an owner does while NATS is away. */
export async function publishUntilStored(wire: Wire, update: WireUpdate): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await wire.publish(update);
      return;
    } catch (error) {
      if (attempt === 100) throw error;
    }
  }
}
