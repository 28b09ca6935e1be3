/** A client of the protocol for tests: a bare socket that sends messages and stores what it receives. */
import { bodiesOf } from '@undertow/feeds';
import { WebSocket } from 'ws';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import { frame, gatewayCodec, type Message, type MessageName } from '#rithmic/messages/gateway-messages.ts';

export const PAPER = 'Rithmic Paper Trading';
export const INFRA = { ticker: 1, order: 2, history: 3, pnl: 4, repository: 5 } as const;

interface Received {
  readonly name: MessageName;
  readonly message: unknown;
}

interface Waiting {
  readonly look: () => boolean;
}

/** As long as a busy machine may need for a history. */
const WAIT_MS = 60_000;

export class RawClient {
  /** Every message since the socket was opened. */
  readonly received: Received[] = [];
  readonly unknownTemplates: number[] = [];
  /** Code of the close; null while open. */
  closed: number | null = null;
  readonly socket: WebSocket;
  readonly #waiting = new Set<Waiting>();
  readonly #byName = new Map<MessageName, unknown[]>();
  #willLook = false;
  #request = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (raw: Buffer) => this.#receive(raw));
    socket.on('close', (code) => {
      this.closed = code;
      this.#look();
    });
    socket.on('error', () => undefined);
  }

  static async open({ uri, ca }: Pick<Gateway, 'uri' | 'ca'>): Promise<RawClient> {
    const socket = new WebSocket(uri, { ca, perMessageDeflate: false });
    const client = new RawClient(socket);
    await new Promise((open, fail) => {
      socket.once('open', open);
      socket.once('error', fail);
    });
    return client;
  }

  /** Opens a socket and logs in; the response is the first message. */
  static async logIn(
    gateway: Pick<Gateway, 'uri' | 'ca'>,
    plant: keyof typeof INFRA,
    password = 'paper',
    user = 'alice',
  ): Promise<RawClient> {
    const client = await RawClient.open(gateway);
    client.send('RequestLogin', loginOf(plant, password, user));
    await client.wait('ResponseLogin');
    return client;
  }

  send<N extends MessageName>(name: N, values: Message<N>): void {
    this.socket.send(frame(name, values));
  }

  /** Sends under a name of its own and resolves with every part of the response, the last included. */
  async request<N extends MessageName, R extends MessageName>(
    name: N,
    values: Message<N>,
    response: R,
  ): Promise<readonly Message<R>[]> {
    const own = `request ${++this.#request}`;
    const isOwn = (message: Message<R>) => (message as { userMsg?: readonly string[] }).userMsg?.[0] === own;
    this.send(name, { ...values, userMsg: [own] } as Message<N>);
    await this.wait(response, (message) => isOwn(message) && isEnd(message));
    return this.all(response).filter(isOwn);
  }

  /** Every message received under a name. */
  all<N extends MessageName>(name: N): readonly Message<N>[] {
    return (this.#byName.get(name) ?? []) as readonly Message<N>[];
  }

  /** Resolves with the first message of a name that agrees, received before or later. */
  wait<N extends MessageName>(
    name: N,
    matches: (message: Message<N>) => boolean = () => true,
  ): Promise<Message<N>> {
    return this.until(() => this.all(name).find(matches), `a ${name}`);
  }

  /** Resolves with the code of the close. */
  waitClosed(): Promise<number> {
    return this.until(() => this.closed ?? undefined, 'the end of the connection');
  }

  until<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, fail) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        const names = [...new Set(this.received.map(({ name }) => name))].join(', ');
        fail(new Error(`waited ${WAIT_MS} ms for ${what}; received ${names}; closed ${this.closed}`));
      }, WAIT_MS);
      const waiting: Waiting = {
        look: () => {
          const found = find();
          if (found === undefined) return false;
          clearTimeout(timer);
          resolve(found);
          return true;
        },
      };
      if (!waiting.look()) this.#waiting.add(waiting);
    });
  }

  close(): void {
    this.socket.terminate();
  }

  #receive(raw: Buffer): void {
    for (const body of bodiesOf(raw)) {
      const decoded = gatewayCodec.decode(body);
      if (decoded.name === null) this.unknownTemplates.push(decoded.templateId);
      else this.#keep(decoded);
    }
    // Thousands of bars come in one go: waiting reads check them together
    if (this.#willLook) return;
    this.#willLook = true;
    setImmediate(() => this.#look());
  }

  #keep(received: Received): void {
    this.received.push(received);
    const named = this.#byName.get(received.name) ?? [];
    named.push(received.message);
    this.#byName.set(received.name, named);
  }

  #look(): void {
    this.#willLook = false;
    for (const waiting of this.#waiting) if (waiting.look()) this.#waiting.delete(waiting);
  }
}

export function loginOf(
  plant: keyof typeof INFRA,
  password: string,
  user = 'alice',
): Message<'RequestLogin'> {
  return {
    templateVersion: '3.9',
    user,
    password: Buffer.from(password),
    appName: 'test',
    appVersion: '1',
    systemName: PAPER,
    infraType: INFRA[plant],
  };
}

/** The last frame of a response has a code, and none that announces more. */
function isEnd(message: unknown): boolean {
  const { rpCode, rqHandlerRpCode } = message as Message<'ResponseSearchSymbols'>;
  return rpCode !== undefined && rqHandlerRpCode === undefined;
}
