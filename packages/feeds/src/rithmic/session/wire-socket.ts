/** One secure WebSocket to a gateway: messages out, decoded messages in, and one reason when it is over. */
import WebSocket, { type RawData } from 'ws';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import {
  type Received,
  RITHMIC_CODEC,
  type RithmicMessage,
  type RithmicName,
} from '#rithmic/wire/rithmic-wire.ts';
import { bodiesOf, frameOf } from '#rithmic/wire/wire-codec.ts';
import type { RithmicGateway } from './rithmic-gateway.ts';

/** A node that accepts and stalls is given up after this, handshake of TLS included. */
const HANDSHAKE_MS = 4000;
/** The largest WebSocket message: ten thousand orders of a snapshot level fit many times. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** How long the other side may take to close after us. */
const CLOSE_MS = 1000;

export interface WireListener {
  onMessage(message: Received): void;
  /** Once, unless `close` was called before. */
  onDown(error: RithmicError): void;
}

export class WireSocket {
  /** Messages whose template nobody described: skipped. */
  unknownTemplates = 0;
  readonly #ws: WebSocket;
  readonly #listener: WireListener;
  #isOver = false;
  #isOpen = false;
  #handshake: NodeJS.Timeout | null = null;

  /** Resolves when the gateway proved who it is and accepted; rejects with `RithmicError`. */
  static async connect(
    gateway: Pick<RithmicGateway, 'uri' | 'ca'>,
    listener: WireListener,
  ): Promise<WireSocket> {
    if (!gateway.uri.startsWith('wss://'))
      throw new RithmicError('certificate', 'expected a wss: address of the gateway');
    return await new Promise((resolve, reject) => {
      const socket: WireSocket = new WireSocket(gateway, {
        onMessage: (message) => listener.onMessage(message),
        onDown: (error) => (socket.#isOpen ? listener.onDown(error) : reject(error)),
      });
      socket.#ws.once('open', () => {
        socket.#isOpen = true;
        if (socket.#handshake !== null) clearTimeout(socket.#handshake);
        resolve(socket);
      });
    });
  }

  private constructor(gateway: Pick<RithmicGateway, 'uri' | 'ca'>, listener: WireListener) {
    this.#listener = listener;
    const { uri, ca } = gateway;
    this.#ws = new WebSocket(uri, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      rejectUnauthorized: true,
      ...(ca === null ? {} : { ca }),
    });
    this.#handshake = setTimeout(
      () => this.#fail(new RithmicError('gateway_down', `no answer within ${HANDSHAKE_MS} ms`)),
      HANDSHAKE_MS,
    );
    this.#ws.on('message', (bytes, isBinary) => this.#onMessage(bytes, isBinary));
    this.#ws.on('error', (error) => this.#fail(errorOf(error)));
    this.#ws.on('unexpected-response', (_request, { statusCode = 0 }) =>
      this.#fail(
        new RithmicError(
          statusCode === 503 ? 'maintenance' : 'gateway_down',
          `expected a WebSocket, got HTTP status ${statusCode}`,
        ),
      ),
    );
    this.#ws.on('close', (code) =>
      this.#fail(new RithmicError('gateway_down', `the gateway closed the connection with code ${code}`)),
    );
  }

  send<N extends RithmicName>(name: N, values: RithmicMessage<N>): void {
    if (this.#isOver) return;
    this.#ws.send(frameOf(RITHMIC_CODEC.encode(name, values)));
  }

  /** Sends a message with a secret in it and overwrites our copies of its bytes. */
  async sendSecret<N extends RithmicName>(name: N, values: RithmicMessage<N>): Promise<void> {
    const body = RITHMIC_CODEC.encode(name, values);
    const frame = frameOf(body);
    body.fill(0);
    // `onDown` receives why it failed
    await new Promise<void>((resolve) => this.#ws.send(frame, () => resolve()));
    frame.fill(0);
  }

  /** Ends the connection without a word to the listener. */
  close(): void {
    if (this.#isOver) return;
    this.#end();
    this.#ws.close(1000);
    setTimeout(() => this.#ws.terminate(), CLOSE_MS).unref();
  }

  /** Gives the connection up for this reason. */
  fail(error: RithmicError): void {
    this.#fail(error);
  }

  #onMessage(bytes: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    try {
      if (!isBinary || !Buffer.isBuffer(bytes)) throw new TypeError('expected a binary message, got text');
      for (const body of bodiesOf(bytes)) this.#onBody(body);
    } catch (error) {
      // Nothing that a gateway sends may leave an event handler as an exception: it would end the process
      this.#fail(
        new RithmicError('protocol', 'the gateway sent something that cannot be read', { cause: error }),
      );
    }
  }

  #onBody(body: Uint8Array): void {
    if (this.#isOver) return;
    const decoded = RITHMIC_CODEC.decode(body);
    if (decoded.name === null) this.unknownTemplates += 1;
    else this.#listener.onMessage(decoded);
  }

  #fail(error: RithmicError): void {
    if (this.#isOver) return;
    this.#end();
    this.#ws.terminate();
    this.#listener.onDown(error);
  }

  #end(): void {
    this.#isOver = true;
    if (this.#handshake !== null) clearTimeout(this.#handshake);
  }
}

function errorOf(error: Error): RithmicError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('WS_ERR')) return new RithmicError('protocol', `broken WebSocket frame: ${code}`);
  if (/CERT|SELF_SIGNED|SIGNATURE|ISSUER|HOSTNAME/.test(code))
    return new RithmicError('certificate', `the certificate was not accepted: ${code}`, { cause: error });
  return new RithmicError('gateway_down', `no connection: ${code || 'unknown reason'}`, { cause: error });
}
