/** A historical service for tests: it answers over HTTP on this machine as scripted, and keeps what was requested. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabentoHistory } from '#databento-history/databento-history.ts';
import { TEST_DATASET, TEST_KEY } from './databento-gateway.ts';

export interface HistoryCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly authorization: string;
  /** Of the query, or of the form in the body. */
  readonly fields: Readonly<Record<string, string>>;
}

export type HistoryAnswer = (response: ServerResponse, call: HistoryCall) => void;

/** An answer of JSON with status 200. */
export function answerOf(value: unknown): HistoryAnswer {
  return (response) => response.end(JSON.stringify(value));
}

/** A refusal as the service words it. */
export function refusal(
  status: number,
  detail: unknown,
  headers: Record<string, string> = {},
): HistoryAnswer {
  return (response) => response.writeHead(status, headers).end(JSON.stringify({ detail }));
}

export class HistoryService {
  readonly calls: HistoryCall[] = [];
  /** Taken one after the other; the last one answers whatever comes then. */
  answers: HistoryAnswer[] = [];
  readonly #server: Server;

  static async open(): Promise<HistoryService> {
    const service = new HistoryService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#onRequest(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A client of the service. Waits between its attempts are too short to notice. */
  client(nowMs = 0): DatabentoHistory {
    return new DatabentoHistory({
      ...{ key: TEST_KEY, dataset: TEST_DATASET, url: this.url, nowMs: () => nowMs, waitScale: 0.001 },
    });
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    let body = '';
    for await (const part of request) body += String(part);
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      authorization: request.headers.authorization ?? '',
      fields: Object.fromEntries(new URLSearchParams(request.method === 'GET' ? url.search : body)),
    };
    this.calls.push(call);
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer === undefined) response.destroy();
    else answer(response, call);
  }
}
