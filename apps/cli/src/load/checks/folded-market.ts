/** What a page would show of the instruments of a socket: its messages folded as the browser does, with the states that led there. */
import type { ServerMessage } from '@undertow/contracts';
import { FoldedInstrument } from './folded-instrument.ts';
import type { ReadFrame } from './read-frame.ts';
import type { SecondSources } from './second-sources.ts';

export class FoldedMarket {
  readonly #sources: SecondSources;
  /** Sockets whose views show the same types of events are compared with each other. */
  readonly #eventTypes: number;
  readonly #instruments = new Map<number, FoldedInstrument>();

  constructor(sources: SecondSources, eventTypes: number) {
    this.#sources = sources;
    this.#eventTypes = eventTypes;
  }

  /** Another connection begins with whole states. */
  clear(): void {
    this.#instruments.clear();
  }

  instrument(instrumentId: number): FoldedInstrument {
    const folded = this.#instruments.get(instrumentId) ?? new FoldedInstrument();
    this.#instruments.set(instrumentId, folded);
    return folded;
  }

  /** Answers with what cannot be right or is otherwise on other sockets, one sentence each. */
  apply({ messages, parts }: ReadFrame): readonly string[] {
    const differing = messages.flatMap((message) => this.#fold(message));
    for (const { instrumentId, lastAsOfMs, delaySeconds } of parts) {
      const view = `${instrumentId} ${delaySeconds} ${this.#eventTypes}`;
      differing.push(
        ...this.#sources.compareViews(view, lastAsOfMs, () => this.instrument(instrumentId).digest()),
      );
    }
    return differing;
  }

  #fold(message: ServerMessage): readonly string[] {
    if (!('asOf' in message)) return [];
    const wrong = this.instrument(message.instrumentId).fold(message);
    if (message.type !== 'market_data' || !message.data.complete) return wrong;
    return this.#sources.compareClosedBar(message.data);
  }
}
