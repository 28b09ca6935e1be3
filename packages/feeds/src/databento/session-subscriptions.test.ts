/** What a session requests: everything at its start, a book once, references of a new contract, and never too much. */
import { beforeEach, expect, test } from 'vitest';
import { ContractMap, type ServedContract } from './contract-map.ts';
import { pairsOf } from './gateway-lines.ts';
import { SessionSubscriptions } from './session-subscriptions.ts';

const [ES, NQ] = [1, 2];
/** A Wednesday of winter, in its trading day. */
const NOON_MS = Date.UTC(2026, 10, 25, 18);
/** Nine minutes before the trading day of Thursday begins. */
const BREAK_MS = Date.UTC(2026, 10, 25, 22, 51);

let nowMs: number;
let clockMs: number;
let sent: string[];
let contracts: ContractMap;
let subscriptions: SessionSubscriptions;
beforeEach(() => {
  [nowMs, clockMs, sent] = [NOON_MS, 0, []];
  use();
});

function use(served?: ReadonlyMap<number, ServedContract>): void {
  contracts = new ContractMap([ES, NQ], nowMs, served);
  subscriptions = new SessionSubscriptions({
    contracts,
    send: (lines) => sent.push(...lines),
    nowMs: () => nowMs,
    monotonicMs: () => clockMs,
    waitScale: 1,
  });
}

/** A line as its schema, symbols and what makes it special. */
function short(line: string): string {
  const pairs = pairsOf(line);
  if (!pairs.has('schema')) return line;
  const special = [
    ...(pairs.has('start') ? [`start=${pairs.get('start')}`] : []),
    ...(pairs.get('snapshot') === '1' ? ['snapshot'] : []),
  ];
  return [pairs.get('schema'), pairs.get('symbols'), ...special].join(' ');
}

const start = (...open: readonly number[]): string[] => subscriptions.startLines(open).map(short);
const requested = (): string[] => sent.splice(0).map(short);

/** The vendor names the contract of a product. */
function mapped(symbol: string, code: string): void {
  contracts.map({ instrumentId: 7, inSymbol: symbol, outSymbol: code, startNs: null }, nowMs);
}

test('a session requests references of every product with what was, books of the open ones, and starts', () => {
  expect(start(NQ)).toEqual([
    'definition ES.v.0,NQ.v.0 start=0',
    'status ES.v.0,NQ.v.0 start=0',
    'statistics ES.v.0,NQ.v.0 start=0',
    'statistics ES.v.1,NQ.v.1 start=0',
    'mbo NQ.v.0 snapshot',
    'start_session',
  ]);
});

test('without an open product no orders are requested', () => {
  expect(start().filter((line) => line.startsWith('mbo'))).toEqual([]);
});

test('subscriptions of a session are numbered from 1, and those that follow go on', () => {
  const ids = (lines: readonly string[]): (string | undefined)[] =>
    lines.filter((line) => line.includes('schema')).map((line) => pairsOf(line).get('id'));
  expect(ids(subscriptions.startLines([ES]))).toEqual(['1', '2', '3', '4', '5']);
  subscriptions.requestBook(NQ);
  expect(ids(sent)).toEqual(['6']);
  expect(ids(subscriptions.startLines([]))).toEqual(['1', '2', '3', '4']);
});

test('a contract that serves today is requested by name, whatever the continuous symbol has become', () => {
  use(new Map([[ES, { code: 'ESH7', atMs: NOON_MS - 3_600_000 }]]));
  expect(start(ES, NQ)).toEqual([
    'definition ES.v.0,NQ.v.0 start=0',
    'status NQ.v.0 start=0',
    'status ESH7 start=0',
    'statistics NQ.v.0 start=0',
    'statistics ESH7 start=0',
    'statistics ES.v.1,NQ.v.1 start=0',
    'mbo NQ.v.0 snapshot',
    'mbo ESH7 snapshot',
    'start_session',
  ]);
});

test('once the gateway no longer has the past, the next session does without', () => {
  subscriptions.stopReplays();
  expect(start(ES).some((line) => line.includes('start='))).toBe(false);
});

test('a book that the start requested is awaited, one that was opened in between is requested', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  subscriptions.sessionBegan(NQ);
  expect(requested()).toEqual(['mbo NQ.v.0 snapshot']);
  subscriptions.requestBook(ES);
  subscriptions.requestBook(NQ);
  expect(requested()).toEqual([]);
});

test('a book may be requested again once it came, by the name of its contract', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  mapped('ES.v.0', 'ESZ6');
  subscriptions.bookBegan(ES);
  subscriptions.requestBook(ES);
  expect(requested()).toEqual([]);
  subscriptions.bookEnded(ES);
  subscriptions.requestBook(ES);
  expect(requested()).toEqual(['mbo ESZ6 snapshot']);
});

test('a book that does not begin within five seconds, or does not end within ten, is overdue', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  clockMs = 5000;
  expect(subscriptions.overdue()).toEqual([]);
  clockMs = 5001;
  expect(subscriptions.overdue()).toEqual([ES]);
  subscriptions.bookBegan(ES);
  clockMs = 15_001;
  expect(subscriptions.overdue()).toEqual([]);
  clockMs = 15_002;
  expect(subscriptions.overdue()).toEqual([ES]);
  subscriptions.bookEnded(ES);
  expect(subscriptions.overdue()).toEqual([]);
});

test('after the end of a session nothing is overdue', () => {
  start(ES, NQ);
  subscriptions.sessionBegan(ES);
  clockMs = 60_000;
  subscriptions.sessionEnded();
  expect(subscriptions.overdue()).toEqual([]);
});

test('a session is given up for a book once a minute at most', () => {
  expect(subscriptions.mayRenew()).toBe(true);
  clockMs = 59_999;
  expect(subscriptions.mayRenew()).toBe(false);
  clockMs = 60_000;
  expect(subscriptions.mayRenew()).toBe(true);
  clockMs = 60_001;
  expect(subscriptions.mayRenew()).toBe(false);
});

test('the book of a contract that the first mapping names comes by itself', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  mapped('ES.v.0', 'ESH7');
  clockMs = 4000;
  subscriptions.contractChanged(ES, true);
  expect(requested()).toEqual([]);
  // It is awaited from now on
  clockMs = 9000;
  expect(subscriptions.overdue()).toEqual([]);
  clockMs = 9001;
  expect(subscriptions.overdue()).toEqual([ES]);
});

test('the book of a contract that follows another one in the session is requested by name', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  subscriptions.bookEnded(ES);
  nowMs = BREAK_MS;
  mapped('ES.v.0', 'ESH7');
  subscriptions.contractChanged(ES, true);
  expect(requested()).toEqual(['mbo ESH7 snapshot']);
  // A product that was only unknown until now, and not open at the start
  subscriptions.contractChanged(NQ, false);
  expect(requested()).toEqual(['mbo NQ.v.0 snapshot']);
});

test('a book that is awaited is requested anew where its contract has changed', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  subscriptions.bookEnded(ES);
  subscriptions.requestBook(ES);
  mapped('ES.v.0', 'ESH7');
  subscriptions.contractChanged(ES, true);
  expect(requested()).toEqual(['mbo ES.v.0 snapshot', 'mbo ESH7 snapshot']);
});

test('what came in an earlier session counts for nothing in the next one', () => {
  start(ES);
  subscriptions.sessionBegan(ES);
  subscriptions.bookEnded(ES);
  start(ES);
  subscriptions.sessionBegan(ES);
  mapped('ES.v.0', 'ESH7');
  subscriptions.contractChanged(ES, true);
  expect(requested()).toEqual([]);
});

test('references are requested of another contract only, and once', () => {
  start(ES);
  mapped('ES.v.0', 'ESZ6');
  subscriptions.requestReference(ES);
  expect(requested()).toEqual([]);
  nowMs = BREAK_MS;
  mapped('ES.v.0', 'ESH7');
  subscriptions.requestReference(ES);
  subscriptions.requestReference(ES);
  expect(requested()).toEqual(['status ESH7', 'statistics ESH7']);
});

test('products are resolved again in the break before their trading day, once, and not within it', () => {
  start(ES);
  subscriptions.lookForRolls(NOON_MS);
  subscriptions.lookForRolls(BREAK_MS - 120_000);
  expect(requested()).toEqual([]);
  subscriptions.lookForRolls(BREAK_MS);
  subscriptions.lookForRolls(BREAK_MS + 3_600_000);
  expect(requested()).toEqual(['definition ES.v.0,NQ.v.0']);
  // A session that starts in the break has resolved them
  nowMs = BREAK_MS;
  start(ES);
  subscriptions.lookForRolls(BREAK_MS);
  expect(requested()).toEqual([]);
});
