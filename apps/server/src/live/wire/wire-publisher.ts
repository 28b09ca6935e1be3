/** Puts the updates of the instruments that this process owns onto the wire: each once, in order, with a keyframe every ten seconds. */
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { encodeFrame } from '#live/record/frame-codec.ts';
import { conflateUpdates } from '#live/views/conflate-updates.ts';
import type { InstrumentUpdate, UpdateSource } from '#ports/bus.ts';
import type { Lease } from '#ports/cluster/leases.ts';
import type { TraceSpan, Traces } from '#ports/cluster/traces.ts';
import type { Wire, WireInstrument, WireUpdate } from '#ports/cluster/wire.ts';
import type { Log } from '#ports/log.ts';
import { type Fence, FencedOff } from '#ports/ownership/fence.ts';
import { KeyframeState } from './keyframe-state.ts';
import { notOnWire, OVERLAP_MS } from './not-on-wire.ts';

const KEYFRAME_MS = 10_000;
/** Of history in one message. */
const HISTORY_JOIN_MS = 15_000;
/** Without an update a keyframe shows readers that the owner lives. */
const SILENCE_MS = 1_500;
const SILENCE_CHECK_MS = 500;
/** Between two attempts while the wire is away. */
const RETRY_MS = 250;
/** Where the wire does not return in this time, updates of a closing process are lost. */
const CLOSE_TIMEOUT_MS = 3_000;

export interface WirePublisherInput {
  readonly bus: UpdateSource;
  readonly wire: Pick<Wire, 'publish' | 'describe' | 'recent'>;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  /** The lease of an instrument while this process holds it. */
  leaseOf(instrumentId: number): Lease | undefined;
  describe(instrumentId: number): WireInstrument;
  monotonicMs(): number;
}

interface Waiting {
  update: InstrumentUpdate;
  readonly first: number;
  readonly firstMs: number;
  /** Of the traced update that it contains. */
  span: TraceSpan | null;
}

interface Lane {
  readonly instrumentId: number;
  readonly state: KeyframeState;
  readonly waiting: Waiting[];
  /** The lease under which the lane publishes. */
  lease: Lease | null;
  keyframeMs: number;
  keyframes: number;
  storedMs: number;
  sending: Promise<void> | null;
}

export class WirePublisher {
  readonly #input: WirePublisherInput;
  readonly #lanes = new Map<number, Lane>();
  readonly #unsubscribe: () => void;
  readonly #silence: RepeatingTask;
  #isClosed = false;
  #published = 0;

  constructor(input: WirePublisherInput) {
    this.#input = input;
    this.#unsubscribe = input.bus.subscribe('instrument', (update) => this.#onUpdate(update));
    this.#silence = new RepeatingTask(
      SILENCE_CHECK_MS,
      async () => this.#endSilence(),
      (error) => input.log.error({ err: error }, 'keyframes not published'),
    );
  }

  /** Messages that the wire stored. */
  get published(): number {
    return this.#published;
  }

  /** Updates that wait for the wire. */
  get waiting(): number {
    let waiting = 0;
    for (const lane of this.#lanes.values()) waiting += lane.waiting.length;
    return waiting;
  }

  #onUpdate(update: InstrumentUpdate): void {
    const lane = this.#laneOf(update.instrumentId);
    const last = lane.waiting.at(-1);
    const span = this.#input.traces?.step(update, 'wire.publish') ?? null;
    if (last !== undefined && mayJoin(last, update)) {
      last.update = conflateUpdates(last.update, update);
      last.span ??= span;
    } else lane.waiting.push({ update, first: update.sequence, firstMs: update.asOfMs, span });
    this.#start(lane);
  }

  #start(lane: Lane, silent: Lease | null = null): void {
    lane.sending ??= this.#send(lane, silent).finally(() => {
      lane.sending = null;
    });
  }

  #laneOf(instrumentId: number): Lane {
    const known = this.#lanes.get(instrumentId);
    if (known !== undefined) return known;
    const lane: Lane = {
      ...{ instrumentId, state: new KeyframeState(), waiting: [], lease: null },
      ...{ keyframeMs: Number.NEGATIVE_INFINITY, keyframes: 0, storedMs: 0, sending: null },
    };
    this.#lanes.set(instrumentId, lane);
    return lane;
  }

  /** What waits, after a keyframe where the owner was silent. */
  async #send(lane: Lane, silent: Lease | null): Promise<void> {
    if (silent !== null) await this.#addKeyframe(lane, silent);
    for (let next = lane.waiting.shift(); next !== undefined; next = lane.waiting.shift()) {
      const lease = this.#input.leaseOf(lane.instrumentId);
      // Another process owns the instrument: what this one still computed of it reaches nobody
      if (lease === undefined || !lease.isHeld()) continue;
      if (lane.lease !== lease) await this.#begin(lane, lease);
      const { update, first, span } = next;
      if (update.takesOver === true) {
        await this.#takeOver(lane, lease, update);
        continue;
      }
      lane.state.fold(update);
      const message = messageOf(lease.fence, update, [first, update.sequence]);
      if (span === null) await this.#store(lane, lease, message);
      else await this.#store(lane, lease, { ...message, traceparent: span.traceparent }, () => span.end());
      if (this.#input.monotonicMs() - lane.keyframeMs >= KEYFRAME_MS) await this.#addKeyframe(lane, lease);
    }
  }

  async #begin(lane: Lane, lease: Lease): Promise<void> {
    const { wire, describe } = this.#input;
    lane.keyframeMs = Number.NEGATIVE_INFINITY;
    await this.#retrying(lease, () => wire.describe(describe(lane.instrumentId)));
    lane.lease = lease;
  }

  /** A keyframe for those who followed the owner before too, with what that one did not publish. */
  async #takeOver(lane: Lane, lease: Lease, update: InstrumentUpdate): Promise<void> {
    let shown = update;
    await this.#retrying(lease, async () => {
      shown = notOnWire(update, await this.#input.wire.recent(lane.instrumentId, OVERLAP_MS));
    });
    lane.state.fold(shown);
    lane.keyframeMs = this.#input.monotonicMs();
    lane.keyframes += 1;
    const { sequence } = shown;
    await this.#store(lane, lease, messageOf(lease.fence, shown, [sequence, sequence], lane.keyframes));
  }

  async #addKeyframe(lane: Lane, lease: Lease): Promise<void> {
    const keyframe = lane.state.keyframe();
    if (keyframe === null) return;
    lane.keyframeMs = this.#input.monotonicMs();
    lane.keyframes += 1;
    const { sequence } = keyframe;
    await this.#store(lane, lease, messageOf(lease.fence, keyframe, [sequence, sequence], lane.keyframes));
  }

  #endSilence(): void {
    const nowMs = this.#input.monotonicMs();
    for (const lane of this.#lanes.values()) {
      const { lease, storedMs, sending } = lane;
      if (lease === null || !lease.isHeld() || sending !== null || nowMs - storedMs < SILENCE_MS) continue;
      this.#start(lane, lease);
    }
  }

  #store(lane: Lane, lease: Lease, message: WireUpdate, onStored?: () => void): Promise<void> {
    return this.#retrying(lease, async () => {
      await this.#input.wire.publish(message);
      this.#published += 1;
      lane.storedMs = this.#input.monotonicMs();
      onStored?.();
    });
  }

  /** Attempts it while the lease is held: afterwards it is the next owner's. */
  async #retrying(lease: Lease, act: () => Promise<void>): Promise<void> {
    const { log } = this.#input;
    const { name } = lease.fence;
    let failures = 0;
    while (lease.isHeld()) {
      try {
        await act();
        if (failures > 0) log.info({ name, failures }, 'the wire is back');
        return;
      } catch (error) {
        if (error instanceof FencedOff) {
          log.warn({ name }, 'another process publishes for the instrument');
          await lease.release();
          return;
        }
        failures += 1;
        if (failures === 1) log.warn({ err: error, name }, 'not published, trying again');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        if (this.#isClosed) return;
      }
    }
  }

  /** Resolves when nothing of the instrument waits. */
  async sent(instrumentId: number): Promise<void> {
    await this.#lanes.get(instrumentId)?.sending;
  }

  /** Publishes what waits, for at most three seconds. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#silence.stop();
    const sending = Promise.all([...this.#lanes.values()].map((lane) => lane.sending));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    });
    await Promise.race([sending, timeout]);
    clearTimeout(timer);
    this.#isClosed = true;
  }
}

/**
 * Updates that wait are joined as a delayed view joins them: within one run, contract and kind. History is read much faster
 * than it happened: joined as a whole, none of it would be old enough for a delayed view before its end is.
 */
function mayJoin({ update: last, firstMs }: Waiting, update: InstrumentUpdate): boolean {
  if (update.backfill && update.asOfMs - firstMs > HISTORY_JOIN_MS) return false;
  return (
    last.run === update.run &&
    last.contract === update.contract &&
    last.backfill === update.backfill &&
    last.endsContract !== true &&
    last.takesOver !== true
  );
}

function messageOf(
  fence: Fence,
  update: InstrumentUpdate,
  sequences: WireUpdate['sequences'],
  /** Counts the keyframes of an instrument, several of which may repeat one sequence; 0 for an update. */
  keyframe = 0,
): WireUpdate {
  const { instrumentId, run, contract, sequence } = update;
  const stream = `${instrumentId}/${run}/${contract}/${fence.epoch}-${fence.revision}`;
  return {
    instrumentId,
    fence,
    id: `${stream}/${keyframe === 0 ? sequence : `keyframe-${keyframe}`}`,
    sequences,
    isKeyframe: keyframe > 0,
    // The record of outcomes is written by the owner alone
    frame: encodeFrame({ ...update, trackRows: [] }),
  };
}
