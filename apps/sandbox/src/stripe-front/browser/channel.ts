/** A private channel between the product's page and a frame of the provider: a message port, opened once both origins are known. */

/** The page sends this with the port, so that other messages are not mistaken for it. */
const HELLO = 'undertow-sandbox-stripe';

export type Handlers = Readonly<Record<string, (data: unknown) => unknown>>;

interface Message {
  /** Number of a request that expects a response. */
  readonly request?: number;
  /** Number of the request that this responds to. */
  readonly response?: number;
  readonly what?: string;
  readonly data?: unknown;
  /** Why the request failed. */
  readonly problem?: string;
}

interface Waiting {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Channel {
  readonly #port: MessagePort;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, Waiting>();
  #requests = 0;

  constructor(port: MessagePort, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.onmessage = ({ data }) => this.#onMessage(data as Message);
  }

  /** Sends a message without a response. */
  send(what: string, data?: unknown): void {
    this.#port.postMessage({ what, data });
  }

  /** Sends a request to the other side; rejects when it fails. */
  request<T>(what: string, data?: unknown): Promise<T> {
    this.#requests += 1;
    const request = this.#requests;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(request, { resolve: (response) => resolve(response as T), reject });
      this.#port.postMessage({ request, what, data });
    });
  }

  #onMessage({ request, response, what = '', data, problem }: Message): void {
    if (response !== undefined) {
      const waiting = this.#waiting.get(response);
      this.#waiting.delete(response);
      if (problem === undefined) waiting?.resolve(data);
      else waiting?.reject(new Error(problem));
      return;
    }
    const handler = this.#handlers[what];
    if (handler === undefined) return;
    Promise.resolve(data)
      .then(handler)
      .then(
        (done) => {
          if (request !== undefined) this.#port.postMessage({ response: request, data: done });
        },
        (error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (request !== undefined) this.#port.postMessage({ response: request, problem: text });
        },
      );
  }
}

/** In a frame: accepts the channel that the parent page opens, if its origin is one of `origins`. */
export function acceptChannel(origins: readonly string[], handlers: Handlers): Promise<Channel> {
  return new Promise((resolve) => {
    window.addEventListener('message', ({ data, origin, source, ports }) => {
      const [port] = ports;
      if (data !== HELLO || source !== window.parent || !origins.includes(origin) || port === undefined)
        return;
      const channel = new Channel(port, handlers);
      channel.send('hello');
      resolve(channel);
    });
  });
}

/** In the parent page: opens a channel after each load of the frame; only a document of `origin` receives it. */
export function offerChannel(
  frame: HTMLIFrameElement,
  origin: string,
  handlers: Handlers,
  onOpen: (channel: Channel) => void,
): void {
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel();
    const channel: Channel = new Channel(port1, { ...handlers, hello: () => onOpen(channel) });
    frame.contentWindow?.postMessage(HELLO, origin, [port2]);
  });
}
