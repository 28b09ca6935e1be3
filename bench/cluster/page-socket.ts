/** A socket as a page has one: it subscribes, comes back by the page's rule when it is lost, and hands on what it reads. */

import type { LoopbackAddress } from '@undertow/cli/src/load/wire/loopback-address.ts';
import { CLOSED_ABNORMALLY, RawSocket } from '@undertow/cli/src/load/wire/raw-socket.ts';
import { waitBeforeReturn } from '@undertow/cli/src/load/wire/reconnect-rule.ts';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';

const SECOND_MS = 1000;

export interface PageSocketOptions {
  readonly address: LoopbackAddress;
  readonly localAddress: string | undefined;
  readonly publicOrigin: string;
  readonly cookie: string;
  readonly instrumentIds: readonly number[];
  /** `bytes` is only valid during the call. */
  onText(bytes: Buffer): void;
}

export class PageSocket {
  /** By `performance.now()`: when the connection was lost, and when the first frame after it came; null before. */
  lostMs: number | null = null;
  backMs: number | null = null;
  isOpen = false;
  /** Of the last close, for errors. */
  closedBy = '';
  readonly #options: PageSocketOptions;
  #socket: RawSocket | null = null;
  #attempts = 0;
  #hasLeft = false;

  constructor(options: PageSocketOptions) {
    this.#options = options;
    this.#connect();
  }

  forget(): void {
    this.lostMs = null;
    this.backMs = null;
  }

  leave(): void {
    this.#hasLeft = true;
    this.#socket?.close();
  }

  #connect(): void {
    const { address, localAddress, publicOrigin, cookie, instrumentIds, onText } = this.#options;
    this.#socket = new RawSocket({
      ...{ address, localAddress, protocol: SUBPROTOCOL_BATCHED, onProblem: () => undefined },
      headers: { Origin: publicOrigin, Cookie: cookie, 'X-Forwarded-For': localAddress ?? '127.0.0.1' },
      onOpen: () => {
        this.isOpen = true;
        this.#attempts = 0;
        this.#socket?.send(JSON.stringify({ type: 'subscribe', instrumentIds }));
      },
      onText: (bytes) => {
        if (this.lostMs !== null) this.backMs ??= performance.now();
        onText(bytes);
      },
      onClose: (code, reason) => this.#onClose(code, reason),
    });
  }

  #onClose(code: number, reason: string): void {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.lostMs ??= performance.now();
    this.closedBy = `${code} ${reason}`;
    if (this.#hasLeft) return;
    const waitMs = waitBeforeReturn(wasOpen ? code : CLOSED_ABNORMALLY, this.#attempts, SECOND_MS);
    if (waitMs === null) return;
    this.#attempts += 1;
    setTimeout(() => this.#connect(), waitMs);
  }
}
