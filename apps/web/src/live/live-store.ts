/** Everything live, outside React: the socket's state, and one state per instrument. */
import type { ServerMessage } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { Observable } from '#lib/state/observable.ts';
import { EMPTY_STATE, type InstrumentState, isOfOtherSource, withMessage } from './instrument-state.ts';
import { OrderFlow } from './order-flow.ts';
import type { Connection } from './reconnect.ts';

export class LiveStore {
  readonly connection = new Observable<Connection>({ kind: 'idle' });
  readonly #orderFlows = new Map<number, OrderFlow>();
  readonly #instruments = new Map<number, Observable<InstrumentState>>();

  /** Depth and executions of an instrument; null for one that is not in the catalogue. */
  orderFlow(instrumentId: number): OrderFlow | null {
    let found = this.#orderFlows.get(instrumentId);
    if (found === undefined) {
      const instrument = instrumentById(instrumentId);
      if (instrument === undefined) return null;
      found = new OrderFlow(instrument);
      this.#orderFlows.set(instrumentId, found);
    }
    return found;
  }

  instrument(instrumentId: number): Observable<InstrumentState> {
    let found = this.#instruments.get(instrumentId);
    if (found === undefined) {
      found = new Observable(EMPTY_STATE);
      this.#instruments.set(instrumentId, found);
    }
    return found;
  }

  update(instrumentId: number, change: (state: InstrumentState) => InstrumentState): void {
    const instrument = this.instrument(instrumentId);
    instrument.set(change(instrument.get()));
  }

  /**
   * Applies a frame: observers of an instrument are notified once, however many of its messages the frame holds. Answers
   * whether the source of a known one changed: its old state is discarded, and polled data is of the old source.
   */
  applyFrame(messages: readonly ServerMessage[], receivedAtMs: number): boolean {
    const changed = new Map<number, InstrumentState>();
    for (const message of messages) {
      if (message.type !== 'feed_status') continue;
      const known = this.instrument(message.instrumentId).get();
      // The whole frame is of the new source, also the parts before its status
      if (!isOfOtherSource(known, message.data, message.delaySeconds)) continue;
      changed.set(message.instrumentId, EMPTY_STATE);
      this.#orderFlows.get(message.instrumentId)?.reset();
    }
    const isOtherSource = changed.size > 0;
    for (const message of messages) {
      const { instrumentId = null } = 'instrumentId' in message ? message : {};
      if (instrumentId === null) continue;
      const before = changed.get(instrumentId) ?? this.instrument(instrumentId).get();
      const after = withMessage(before, message, receivedAtMs);
      if (after !== before) changed.set(instrumentId, after);
      this.#applyOrderFlow(instrumentId, message, after);
    }
    this.#followReplay(messages, changed, receivedAtMs);
    for (const [instrumentId, state] of changed) this.instrument(instrumentId).set(state);
    return isOtherSource;
  }

  /** The replayed instant is that of every instrument, also of those that nothing happened to. */
  #followReplay(
    messages: readonly ServerMessage[],
    changed: Map<number, InstrumentState>,
    receivedAtMs: number,
  ): void {
    const replay = messages.findLast((message) => message.type === 'replay');
    if (replay === undefined) return;
    const asOfMs = Date.parse(replay.data.at);
    for (const [instrumentId, observable] of this.#instruments) {
      const state = changed.get(instrumentId) ?? observable.get();
      if (state.asOfMs !== null && state.asOfMs < asOfMs)
        changed.set(instrumentId, { ...state, asOfMs, receivedAtMs });
    }
  }

  #applyOrderFlow(instrumentId: number, message: ServerMessage, { missingPrices }: InstrumentState): void {
    // Of what is withheld nothing stays
    if (missingPrices !== null) this.#orderFlows.get(instrumentId)?.reset();
    else if (message.type === 'depth')
      this.orderFlow(instrumentId)?.applyDepth(message.data, Date.parse(message.asOf));
    else if (message.type === 'prints') this.orderFlow(instrumentId)?.applyPrints(message.data);
  }

  /** Removes an instrument, so that a new subscription starts without old state. */
  reset(instrumentId: number): void {
    this.instrument(instrumentId).set(EMPTY_STATE);
    this.#orderFlows.get(instrumentId)?.reset();
  }
}
