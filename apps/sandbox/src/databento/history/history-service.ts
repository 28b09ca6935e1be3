/** The historical service: HTTP with the API key as user, files and JSON as answers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, constants as zlib } from 'node:zlib';
import { MINUTE_MS, NS_PER_MS } from '@undertow/market';
import type { KeyTable } from '#databento/access/keys.ts';
import type { MarketFloor } from '#databento/market/market-floor.ts';
import type { PastMarket } from '#databento/market/past-market.ts';
import type { Faults } from '#databento/session/faults.ts';
import { costOf } from './costs.ts';
import { disturbed } from './disturbed-file.ts';
import { fileHeader } from './file-header.ts';
import { HttpError, unprocessable } from './http-error.ts';
import { checkDataset, isoOf, type RangeRequest, readRange, type ServedRange } from './parameters.ts';
import { type RecordBlock, recordsOf } from './record-range.ts';
import { type ResolvedSymbols, resolutionOf, resolveSymbols } from './resolve-symbols.ts';
import { ServedDays } from './served-days.ts';

export interface HistoryOptions {
  readonly floor: MarketFloor;
  /** Days before today; null for none. */
  readonly past: PastMarket | null;
  readonly faults: Faults;
  readonly keys: KeyTable;
}

const MAX_FORM_BYTES = 256 * 1024;
const RETRY_SECONDS = '1';
const PARTIAL = 206;

type Answer = (form: URLSearchParams, response: ServerResponse) => Promise<void> | void;

export class HistoryService {
  readonly #options: HistoryOptions;
  readonly #days: ServedDays;
  readonly #answers: ReadonlyMap<string, Answer>;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#days = new ServedDays(options.floor, options.past);
    this.#answers = new Map<string, Answer>([
      ['timeseries.get_range', (form, response) => this.#sendRange(form, response)],
      ['symbology.resolve', (form, response) => this.#sendResolution(form, response)],
      ['metadata.get_cost', (form, response) => this.#sendSize(form, response, costOfSize)],
      [
        'metadata.get_billable_size',
        (form, response) => this.#sendSize(form, response, ({ bytes }) => bytes),
      ],
      [
        'metadata.get_record_count',
        (form, response) => this.#sendSize(form, response, ({ records }) => records),
      ],
      ['metadata.get_dataset_range', (form, response) => this.#sendDatasetRange(form, response)],
    ]);
  }

  /** Answers a request of the API; false for an address that is none of it. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', 'http://history');
    // The version is part of the base address at some clients
    const name = /^(?:\/v0)?\/(\w+\.\w+)$/.exec(url.pathname)?.[1];
    if (name === undefined) return false;
    response.setHeader('request-id', randomUUID());
    try {
      this.#admit(request);
      const answer = this.#answers.get(name);
      if (answer === undefined) throw new HttpError(404, 'not_found', `There is no ${name}`);
      await answer(await formOf(request, url), response);
    } catch (error) {
      sendError(response, error);
    }
    return true;
  }

  #admit({ headers }: IncomingMessage): void {
    const [kind, encoded = ''] = (headers.authorization ?? '').split(' ');
    const user = Buffer.from(encoded, 'base64').toString('latin1').split(':')[0] ?? '';
    const known = kind === 'Basic' ? this.#options.keys.find(user) : null;
    if (known === null || known.fault === 'deactivated')
      throw new HttpError(401, 'auth_authentication_failed', 'Authentication failed.');
    if (known.fault === 'unpaid')
      throw new HttpError(402, 'billing_payment_required', 'The account has reached its limit of payments.');
    if (known.fault === 'unlicensed')
      throw new HttpError(403, 'license_not_found', 'The account has no license for GLBX.MDP3.');
    const busy = this.#options.faults.takeBusy();
    if (busy === 429)
      throw new HttpError(429, 'rate_limit_exceeded', 'Too many requests.', { 'Retry-After': RETRY_SECONDS });
    if (busy !== null) throw new HttpError(busy, 'unavailable', 'The service is not available.');
  }

  /** From the beginning of the simulated history to the last whole minute. */
  #served(): ServedRange {
    const { floor } = this.#options;
    const toNs = (ms: number) => BigInt(Math.floor(ms / MINUTE_MS) * MINUTE_MS) * NS_PER_MS;
    return { startNs: toNs(this.#days.firstMs), endNs: toNs(floor.nowMs()) };
  }

  #resolve(request: RangeRequest): ResolvedSymbols {
    const { unknownSymbols } = this.#options.faults.now;
    const resolved = resolveSymbols(this.#days.within(request), request, unknownSymbols);
    if (resolved.found.length === 0)
      throw unprocessable('symbology_invalid_request', `None of the symbols could be resolved`);
    return resolved;
  }

  /** Records day by day; contracts within a day in the order of their times. */
  async *#records(request: RangeRequest, { found }: ResolvedSymbols): AsyncGenerator<RecordBlock> {
    let left = request.limit ?? Number.POSITIVE_INFINITY;
    for (const day of this.#days.within(request)) {
      const contracts = found.flatMap(({ days }) =>
        days.filter((one) => one.day.dayMs === day.dayMs).flatMap((one) => one.contracts),
      );
      const distinct = [...new Map(contracts.map((one) => [one.id, one])).values()];
      const flows = await Promise.all(distinct.map((one) => day.flowsOf(one, request.schema)));
      const traded = flows.filter((one) => one !== null);
      for (const block of recordsOf(traded, request, left)) {
        left -= block.records;
        yield block;
      }
    }
  }

  async #sendRange(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const request = readRange(form, this.#served());
    checkChoice(form, 'encoding', 'dbn');
    const isPlain = form.get('compression') === 'none';
    if (!isPlain) checkChoice(form, 'compression', 'zstd');
    const resolved = this.#resolve(request);
    const kind = this.#options.faults.now.downloads;
    const file = disturbed(fileHeader(request, resolved), this.#records(request, resolved), {
      kind,
      response,
    });
    const headers = { 'content-type': 'application/octet-stream' };
    if (resolved.unknown.length === 0) response.writeHead(200, headers);
    else {
      const warning = JSON.stringify([`Not resolved: ${resolved.unknown.join(', ')}`]);
      response.writeHead(PARTIAL, { ...headers, 'X-Warning': warning });
    }
    // A connection that is lost later is lost in the body
    response.flushHeaders();
    const source = Readable.from(file);
    // Of a file that is cut, what was sent before arrives
    const compressor = createZstdCompress(kind === 'whole' ? {} : { flush: zlib.ZSTD_e_flush });
    // A client that goes away in the middle ends its file, no more
    if (isPlain) await pipeline(source, response).catch(() => undefined);
    else await pipeline(source, compressor, response).catch(() => undefined);
  }

  #sendResolution(form: URLSearchParams, response: ServerResponse): void {
    const { unknownSymbols } = this.#options.faults.now;
    sendJson(response, resolutionOf(this.#days, form, unknownSymbols));
  }

  async #sendSize(
    form: URLSearchParams,
    response: ServerResponse,
    figure: (size: RangeSize) => number,
  ): Promise<void> {
    const request = readRange(form, this.#served());
    let [records, bytes] = [0, 0];
    for await (const block of this.#records(request, this.#resolve(request))) {
      bytes += block.bytes.length;
      records += block.records;
    }
    sendJson(response, figure({ schema: request.schema, records, bytes }));
  }

  #sendDatasetRange(form: URLSearchParams, response: ServerResponse): void {
    checkDataset(form);
    const { startNs, endNs } = this.#served();
    sendJson(response, { start: isoOf(startNs), end: isoOf(endNs) });
  }
}

interface RangeSize {
  readonly schema: RangeRequest['schema'];
  readonly records: number;
  readonly bytes: number;
}

const costOfSize = ({ schema, bytes }: RangeSize): number => costOf(schema, bytes);

function checkChoice(form: URLSearchParams, name: string, only: string): void {
  const value = form.get(name) ?? only;
  if (value !== only)
    throw unprocessable(`${name}_not_supported`, `Expected ${only} as ${name}, got '${value}'`);
}

async function formOf(request: IncomingMessage, url: URL): Promise<URLSearchParams> {
  if (request.method === 'GET') return url.searchParams;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) throw new HttpError(413, 'too_large', 'The form is too large.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof HttpError ? error : new HttpError(500, 'internal', 'Internal error.');
  const detail = {
    case: known.case,
    message: known.message,
    status_code: known.status,
    docs: 'https://databento.com/docs',
    payload: {},
  };
  response.writeHead(known.status, { 'content-type': 'application/json', ...known.headers });
  response.end(JSON.stringify({ detail }));
}
