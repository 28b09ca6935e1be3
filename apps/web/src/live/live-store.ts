/** Everything live, outside React: the socket's state, and one state per instrument. */
import type { ServerMessage } from '@undertow/contracts';
import { Observable } from '#lib/observable.ts';
import { EMPTY_STATE, type InstrumentState, withMessage } from './instrument-state.ts';
import type { Connection } from './reconnect.ts';

export class LiveStore {
  readonly connection = new Observable<Connection>({ kind: 'idle' });
  readonly #instruments = new Map<number, Observable<InstrumentState>>();

  instrument(instrumentId: number): Observable<InstrumentState> {
    let found = this.#instruments.get(instrumentId);
    if (found === undefined) {
      found = new Observable(EMPTY_STATE);
      this.#instruments.set(instrumentId, found);
    }
    return found;
  }

  /** Changes the state of an instrument. */
  update(instrumentId: number, change: (state: InstrumentState) => InstrumentState): void {
    const instrument = this.instrument(instrumentId);
    instrument.set(change(instrument.get()));
  }

  /** Applies a frame: observers of an instrument hear it once, however many of its messages the frame holds. */
  applyFrame(messages: readonly ServerMessage[], receivedAtMs: number): void {
    const changed = new Map<number, InstrumentState>();
    for (const message of messages) {
      if (!('asOf' in message)) continue;
      const before = changed.get(message.instrumentId) ?? this.instrument(message.instrumentId).get();
      changed.set(message.instrumentId, withMessage(before, message, receivedAtMs));
    }
    for (const [instrumentId, state] of changed) this.instrument(instrumentId).set(state);
  }

  /** Forgets an instrument, so that a new subscription starts from nothing old. */
  reset(instrumentId: number): void {
    this.instrument(instrumentId).set(EMPTY_STATE);
  }
}
