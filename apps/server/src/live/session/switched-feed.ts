/**
 * A feed that an operator can stop and start: nothing of it arrives while it is off, and a new book comes first when it
 * is on again.
 */

import type { Feed, FeedListener, FeedSubscription } from '@undertow/feeds';
import type { EpochMs } from '@undertow/market';
import { isolated } from '#live/tasks/isolated.ts';
import type { SessionCosts } from './session-costs.ts';

/** The flow of one instrument. `inner` is null until the feed was on for the first time. */
interface Flow {
  readonly instrumentId: number;
  readonly listener: FeedListener;
  inner: FeedSubscription | null;
}

export class SwitchedFeed implements Feed {
  readonly #feed: Feed;
  readonly #isOff: () => boolean;
  readonly #onFault: (error: unknown) => void;
  readonly #costs: SessionCosts | null;
  readonly #flows = new Set<Flow>();
  #isHeldBack: boolean;

  /** `onFault` receives what the flow of one instrument threw: the others are switched anyway. `costs` measures what rows take. */
  constructor(
    feed: Feed,
    isOff: () => boolean,
    onFault: (error: unknown) => void,
    costs: SessionCosts | null = null,
  ) {
    this.#feed = feed;
    this.#costs = costs;
    this.#isOff = isOff;
    this.#onFault = onFault;
    this.#isHeldBack = isOff();
  }

  get source() {
    return this.#feed.source;
  }
  get tier() {
    return this.#feed.tier;
  }
  get run() {
    return this.#feed.run;
  }
  get instrumentIds() {
    return this.#feed.instrumentIds;
  }
  get replaySpeed() {
    return this.#feed.replaySpeed;
  }
  get messagesNotUnderstood(): number {
    return this.#feed.messagesNotUnderstood ?? 0;
  }
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  contractOf(instrumentId: number) {
    return this.#feed.contractOf(instrumentId);
  }

  status() {
    return this.#feed.status?.() ?? null;
  }

  announced(instrumentId: number) {
    return this.#feed.announced?.(instrumentId) ?? null;
  }

  onRoll(listener: (instrumentId: number) => void): void {
    this.#feed.onRoll?.(listener);
  }

  nowMs(): EpochMs {
    return this.#feed.nowMs();
  }

  open(instrumentId: number, listener: FeedListener): FeedSubscription {
    const flow: Flow = { instrumentId, listener, inner: null };
    this.#flows.add(flow);
    if (!this.#isHeldBack) this.#connect(flow);
    return {
      requestSnapshot: () => flow.inner?.requestSnapshot(),
      close: () => {
        this.#flows.delete(flow);
        flow.inner?.close();
      },
    };
  }

  #connect(flow: Flow): void {
    const { listener } = flow;
    flow.inner = this.#feed.open(flow.instrumentId, {
      onBatch: (batch) => {
        if (this.#isHeldBack) return;
        if (this.#costs === null) listener.onBatch(batch);
        else this.#costs.measure(flow.instrumentId, () => listener.onBatch(batch));
      },
      onPast: (batch) => {
        if (!this.#isHeldBack) listener.onPast?.(batch);
      },
      onTransport: (state, reason) => {
        if (!this.#isHeldBack) listener.onTransport(state, reason);
      },
      onEnd: () => listener.onEnd(),
    });
  }

  /** Reads the switch again. */
  applySwitch(): void {
    const isOff = this.#isOff();
    if (isOff === this.#isHeldBack) return;
    this.#isHeldBack = isOff;
    for (const flow of this.#flows) isolated(() => this.#switch(flow), this.#onFault);
  }

  #switch(flow: Flow): void {
    const isOff = this.#isHeldBack;
    flow.listener.onTransport(isOff ? 'down' : 'up', isOff ? 'switched off' : null);
    if (isOff) return;
    if (flow.inner === null) this.#connect(flow);
    else flow.inner.requestSnapshot();
  }

  close(): Promise<void> {
    return this.#feed.close();
  }
}
