/** Controls over HTTP, for tests of a stand-in that runs in another process: `/sandbox/…`, JSON, no key. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRADING_STATUSES, type TradingStatus } from '@undertow/market';
import {
  BUSY_STATUSES,
  DOWNLOADS,
  type FaultSettings,
  NO_FAULTS,
  REFUSALS,
} from '#databento/session/faults.ts';
import type { DatabentoControls } from './start-databento.ts';

const MAX_BODY_BYTES = 64 * 1024;

type Body = Readonly<Record<string, unknown>>;

/** What a body must say cannot be done. */
class ControlError extends Error {
  override readonly name = 'ControlError';
}

const ACTS: Readonly<Record<string, (controls: DatabentoControls, body: Body) => void>> = {
  cut: (controls) => controls.cutMidRecord(),
  drop: (controls) => controls.dropConnections(),
  'maybe-bad-book': (controls) => controls.warnOfBook(),
  skip: (controls, body) => controls.skipRecords(numberOf(body, 'records')),
  'unknown-record': (controls) => controls.sendUnknownRecord(),
  error: (controls, body) => controls.sendError(numberOf(body, 'code'), String(body['text'] ?? 'Error')),
  roll: (controls, body) =>
    controls.roll(
      String(body['product'] ?? ''),
      body['sinceMs'] === undefined ? undefined : numberOf(body, 'sinceMs'),
    ),
  status: (controls, body) => controls.setStatus(String(body['product'] ?? ''), statusOf(body)),
  faults: (controls, body) => controls.setFaults(faultsOf(body)),
  'no-faults': (controls) => controls.setFaults(NO_FAULTS),
};

/** True where the address is one of the controls. */
export async function answerControl(
  request: IncomingMessage,
  response: ServerResponse,
  controls: DatabentoControls,
): Promise<boolean> {
  const name = /^\/sandbox\/([\w-]+)$/.exec(request.url ?? '')?.[1];
  if (name === undefined) return false;
  if (name === 'sessions' && request.method === 'GET') {
    send(response, 200, { sessions: controls.sessions(), connections: controls.connections() });
    return true;
  }
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined || request.method !== 'POST') {
    send(response, 404, { error: `Expected a POST to one of ${Object.keys(ACTS).join(', ')}` });
    return true;
  }
  try {
    act(controls, await bodyOf(request));
    send(response, 200, { done: name });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    send(response, 422, { error: error.message });
  }
  return true;
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > MAX_BODY_BYTES) throw new ControlError('The body is too large');
  }
  try {
    const body: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof body === 'object' && body !== null) return body as Body;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ControlError('Expected a JSON object');
}

function numberOf(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new ControlError(`${name} must be a number`);
  return value;
}

function statusOf({ status }: Body): TradingStatus {
  const known = TRADING_STATUSES.find((one) => one === status);
  if (known === undefined) throw new ControlError(`status must be one of ${TRADING_STATUSES.join(', ')}`);
  return known;
}

type Check = (value: unknown) => boolean;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isShare: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1;

/** What each fault may be set to. */
const CHECKS: Readonly<Record<keyof FaultSettings, Check>> = {
  refuse: (value) => value === null || REFUSALS.some((one) => one === value),
  refuseAs: (value) => value === 'text' || value === 'record',
  unknownSymbols: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  invalidSubscriptions: isBoolean,
  splitBytes: (value) => value === null || (isCount(value) && Number(value) > 0),
  silent: isBoolean,
  startDelayMs: isCount,
  snapshotWithoutLast: isBoolean,
  version: (value) => [1, 2, 3, 4].some((one) => one === value),
  disorder: (value) => {
    const shares = Object.entries(typeof value === 'object' && value !== null ? value : {});
    const isWhole = ['reorder', 'duplicate', 'skip'].every((name) => shares.some(([one]) => one === name));
    return isWhole && shares.length === 3 && shares.every(([, share]) => isShare(share));
  },
  busyRequests: isCount,
  busyStatus: (value) => BUSY_STATUSES.some((one) => one === value),
  downloads: (value) => DOWNLOADS.some((one) => one === value),
  replayReachMs: (value) => value === null || isCount(value),
  replayStalls: isBoolean,
};

function faultsOf(body: Body): Partial<FaultSettings> {
  for (const [name, value] of Object.entries(body)) {
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof FaultSettings] : undefined;
    if (check === undefined)
      throw new ControlError(`There is no fault ${name}, only ${Object.keys(CHECKS).join(', ')}`);
    if (!check(value)) throw new ControlError(`${name} cannot be ${JSON.stringify(value)}`);
  }
  return body;
}
