/** Live records of one schema of one contract to one client. */
import type { ContractFlows } from '#databento/market/contract-flows.ts';
import type { Records, Version } from '#databento/market/flow.ts';
import type { Schema } from '#databento/protocol/schemas.ts';
import { EventDelivery } from './event-delivery.ts';
import type { Faults } from './faults.ts';

export interface StreamOptions {
  readonly schema: Schema;
  readonly flows: ContractFlows;
  readonly version: Version;
  readonly faults: Faults;
  readonly deliver: (records: Uint8Array) => void;
}

export class Stream {
  readonly schema: Schema;
  readonly delivery: EventDelivery;
  readonly #options: StreamOptions;
  readonly #reader: (records: Records) => void;

  constructor(options: StreamOptions) {
    const { schema, faults, deliver, version } = options;
    this.schema = schema;
    this.#options = options;
    this.delivery = new EventDelivery(faults, deliver);
    this.#reader =
      schema === 'mbo'
        ? (records) => this.delivery.push(records(version))
        : (records) => deliver(records(version));
  }

  get product(): string {
    return this.#options.flows.contract.instrument.symbol;
  }

  /** Live records from now on; a second call changes nothing. */
  join(): void {
    this.#flow().readers.add(this.#reader);
  }

  leave(): void {
    this.#flow().readers.delete(this.#reader);
  }

  #flow() {
    return this.#options.flows.flow(this.schema);
  }
}
