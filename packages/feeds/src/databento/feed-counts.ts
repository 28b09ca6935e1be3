/** What happened to a feed over all its sessions. */
import { MS_NS } from '@undertow/market';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import type { SessionDecoder } from './session-decoder.ts';

export class FeedCounts {
  gaps = 0;
  slowReader = 0;
  receivedMs: number | null = null;
  lastCut: { readonly fromMs: number; readonly toMs: number } | null = null;
  #records = 0;
  #refused = 0;
  #unknownRecords = 0;
  #sessions = 0;
  #decoder: SessionDecoder | null = null;
  /** The last instant of the exchange that an earlier session saw. */
  #seenMs: number | null = null;

  /** A session runs: what is missing reaches from the last instant seen to its start. */
  began(decoder: SessionDecoder, { startNs }: DbnMetadata): void {
    this.#decoder = decoder;
    this.#sessions += 1;
    const toMs = Number(startNs) / MS_NS;
    if (this.#seenMs !== null) this.lastCut = { fromMs: this.#seenMs, toMs };
  }

  ended(): void {
    const decoder = this.#decoder;
    if (decoder === null) return;
    this.#decoder = null;
    this.#records += decoder.records;
    this.#refused += decoder.refused;
    this.#unknownRecords += decoder.unknownRecords;
    this.#seenMs = decoder.times.exchangeMs ?? this.#seenMs;
  }

  get records(): number {
    return this.#records + (this.#decoder?.records ?? 0);
  }

  get refused(): number {
    return this.#refused + (this.#decoder?.refused ?? 0);
  }

  get unknownRecords(): number {
    return this.#unknownRecords + (this.#decoder?.unknownRecords ?? 0);
  }

  get reconnects(): number {
    return Math.max(0, this.#sessions - 1);
  }

  get times(): SessionDecoder['times'] {
    return this.#decoder?.times ?? { exchangeMs: this.#seenMs, vendorMs: null, gatewayMs: null };
  }
}
