/** A private line between the product's page and a frame of the provider: a message port, opened once both origins are known. */

/** What the page says with the port, so that messages of others are not taken for it. */
const HELLO = 'undertow-sandbox-stripe';

export type Handlers = Readonly<Record<string, (data: unknown) => unknown>>;

interface Message {
  /** Number of a question that wants an answer. */
  readonly ask?: number;
  /** Number of the question that this answers. */
  readonly answer?: number;
  readonly what?: string;
  readonly data?: unknown;
  /** The question could not be answered. */
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
  #asked = 0;

  constructor(port: MessagePort, handlers: Handlers) {
    this.#port = port;
    this.#handlers = handlers;
    port.onmessage = ({ data }) => this.#hear(data as Message);
  }

  /** Says something that wants no answer. */
  tell(what: string, data?: unknown): void {
    this.#port.postMessage({ what, data });
  }

  /** Asks the other side; rejects when it cannot answer. */
  ask<T>(what: string, data?: unknown): Promise<T> {
    this.#asked += 1;
    const ask = this.#asked;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(ask, { resolve: (answer) => resolve(answer as T), reject });
      this.#port.postMessage({ ask, what, data });
    });
  }

  #hear({ ask, answer, what = '', data, problem }: Message): void {
    if (answer !== undefined) {
      const waiting = this.#waiting.get(answer);
      this.#waiting.delete(answer);
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
          if (ask !== undefined) this.#port.postMessage({ answer: ask, data: done });
        },
        (error: unknown) => {
          const text = error instanceof Error ? error.message : String(error);
          if (ask !== undefined) this.#port.postMessage({ answer: ask, problem: text });
        },
      );
  }
}

/** In a frame: takes the line that the page around it opens, if that page is one of `origins`. */
export function acceptChannel(origins: readonly string[], handlers: Handlers): Promise<Channel> {
  return new Promise((resolve) => {
    window.addEventListener('message', ({ data, origin, source, ports }) => {
      const [port] = ports;
      if (data !== HELLO || source !== window.parent || !origins.includes(origin) || port === undefined)
        return;
      const channel = new Channel(port, handlers);
      channel.tell('hello');
      resolve(channel);
    });
  });
}

/** Around a frame: opens the line after each of its loads; only a document of `origin` can take it. */
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
