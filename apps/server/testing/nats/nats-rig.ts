/** Processes of the product on one NATS, as far as a test needs them: each has a connection and a log of its own. */
import { type Nats, type NatsSettings, openNats } from '#adapters/nats/open-nats.ts';
import { type RecordedLog, recordLog } from './recorded-log.ts';

export interface NatsProcess extends Nats {
  readonly log: RecordedLog;
}

export class NatsRig {
  readonly #servers: string;
  readonly #opened: NatsProcess[] = [];

  constructor(servers: string) {
    this.#servers = servers;
  }

  async open(given: Partial<NatsSettings> = {}): Promise<NatsProcess> {
    const log = recordLog();
    const settings = { servers: this.#servers, name: 'test', replicas: 1, log, ...given };
    const opened = { ...(await openNats(settings)), log };
    this.#opened.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((opened) => opened.close()));
  }
}
