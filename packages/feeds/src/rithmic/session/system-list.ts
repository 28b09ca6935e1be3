/** The systems that gateways serve, by their own lists: read on a connection without a login, kept for a while. */
import { MINUTE_MS } from '@undertow/market';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { LOGIN_MS, PendingRequests } from './pending-requests.ts';
import type { RithmicGateway } from './rithmic-gateway.ts';
import { WireSocket } from './wire-socket.ts';

type GatewayAddress = Pick<RithmicGateway, 'uri' | 'ca'>;

/** Lists change when a firm joins or leaves. Attempts to log in that follow each other need one connection each, not two. */
const KEPT_MS = 10 * MINUTE_MS;

interface Kept {
  readonly names: readonly string[];
  readonly readMs: number;
}

/** The list of a gateway is kept for `KEPT_MS` milliseconds. */
export class SystemList {
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<readonly string[]>>();

  /** Rejects with `maintenance` where no system is served, or with what broke the way. */
  async namesOf(gateway: GatewayAddress): Promise<readonly string[]> {
    const kept = this.#kept.get(gateway.uri);
    if (kept !== undefined && performance.now() - kept.readMs < KEPT_MS) return kept.names;
    return await this.#read(gateway);
  }

  /** Rejects with `unknown_system` where the gateway does not serve its system. */
  async require(gateway: RithmicGateway): Promise<void> {
    if ((await this.namesOf(gateway)).includes(gateway.systemName)) return;
    // Perhaps it is served since the list was read
    if ((await this.#read(gateway)).includes(gateway.systemName)) return;
    throw new RithmicError('unknown_system', `the gateway does not serve ${gateway.systemName}`);
  }

  /** Many who want the list at once share one connection. */
  async #read(gateway: GatewayAddress): Promise<readonly string[]> {
    const { uri } = gateway;
    const reading = this.#underWay.get(uri) ?? readSystems(gateway);
    this.#underWay.set(uri, reading);
    try {
      const names = await reading;
      this.#kept.set(uri, { names, readMs: performance.now() });
      return names;
    } finally {
      this.#underWay.delete(uri);
    }
  }
}

async function readSystems(gateway: GatewayAddress): Promise<readonly string[]> {
  const requests = new PendingRequests();
  const socket = await WireSocket.connect(gateway, {
    onMessage: (message) => requests.take(message),
    onDown: (error) => requests.failAll(error),
  });
  try {
    const { id, answer } = requests.open('RequestRithmicSystemInfo', null, LOGIN_MS);
    socket.send('RequestRithmicSystemInfo', { userMsg: [id] });
    const systems = await answer;
    const names = systems.kind === 'done' ? (systems.end.systemName ?? []) : [];
    if (names.length === 0)
      throw new RithmicError('maintenance', 'expected the systems of the gateway, it names none');
    return names;
  } finally {
    socket.close();
  }
}
