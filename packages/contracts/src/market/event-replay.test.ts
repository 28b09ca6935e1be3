/** The replay of an event in columns, and its outcome by the declared rule. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsOf, partOf } from '#testing/schema-faults.ts';
import {
  DECIMAL,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  REAL,
  ROW_ID,
  SHARE,
  TEXT,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, nullPaths, optionalPaths } from '#testing/wire-values.ts';
import {
  type EventReplay,
  eventOutcome,
  eventReplay,
  getEventOutcome,
  getEventReplay,
  REPLAY_KINDS,
  REPLAY_VERDICTS,
} from './event-replay.ts';

const REPLAY: EventReplay = {
  eventId: 'ev_1',
  from: '2026-11-20T16:51:20.000Z',
  to: '2026-11-20T16:52:50.000Z',
  bookKnown: true,
  prices: ['4566.00', '4566.25'],
  book: [
    { side: 'bid', price: 0, size: 42 },
    { side: 'ask', price: 1, size: 17 },
  ],
  steps: { kind: [2, 1], atMicros: [1208, 1208], price: [1, 1], size: [5, 12] },
  verdict: {
    state: 'differs',
    reason: '1 of 61 values differ.',
    compared: 61,
    differing: ['evidence.speed'],
  },
};

describe('the replay of an event', () => {
  test.each<[string, ValueKind]>([
    ['eventId', ROW_ID],
    ['from', INSTANT],
    ['to', INSTANT],
    ['bookKnown', FLAG],
    ['prices', listOf('4566.00')],
    ['prices.0', DECIMAL],
    ['book', listOf(REPLAY.book[0])],
    ['book.0.side', wordOf(['bid', 'ask'])],
    ['book.0.price', WHOLE],
    ['book.0.size', WHOLE],
    ['steps.kind', listOf(2)],
    ['steps.kind.0', WHOLE],
    ['steps.atMicros', listOf(1208)],
    ['steps.atMicros.0', WHOLE],
    ['steps.price', listOf(1)],
    ['steps.price.0', WHOLE],
    ['steps.size', listOf(5)],
    ['steps.size.0', WHOLE],
    ['verdict.state', wordOf(REPLAY_VERDICTS)],
    ['verdict.reason', TEXT],
    ['verdict.compared', WHOLE],
    ['verdict.differing', listOf('evidence.speed')],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(eventReplay, REPLAY, field, kind)).toEqual(kind);
  });

  test('has every field, none of them null', () => {
    expect(optionalPaths(eventReplay, REPLAY)).toEqual([]);
    expect(nullPaths(eventReplay, REPLAY)).toEqual([]);
  });

  test('of an event that was stored without the book has trades alone', () => {
    const least = {
      ...REPLAY,
      bookKnown: false,
      prices: [],
      book: [],
      steps: { kind: [], atMicros: [], price: [], size: [] },
      verdict: { state: 'cannot_tell', reason: 'Only trades were stored.', compared: 0, differing: [] },
    };
    expect(eventReplay.parse(least)).toEqual(least);
  });

  test('names kinds by an index that old replays still use', () => {
    expect(REPLAY_KINDS).toEqual(['bid', 'ask', 'buy', 'sell', 'trade']);
  });

  test('of any columns is the same after it was sent as JSON', () => {
    const column = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 30 });
    const steps = fc.record({ kind: column, atMicros: column, price: column, size: column });
    fc.assert(
      fc.property(steps, fc.boolean(), (made, bookKnown) => {
        const replay = { ...REPLAY, steps: made, bookKnown };
        expect(eventReplay.parse(JSON.parse(JSON.stringify(replay)))).toEqual(replay);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the outcome of an event', () => {
  const OUTCOME = {
    eventId: 'ev_1',
    declared: {
      rule: 'bounce',
      direction: 'up',
      targetTicks: 8,
      adverseTicks: 8,
      horizonSeconds: 900,
      staySeconds: 0,
      probability: 0.62,
      raisedAt: '2026-11-20T16:51:55.000Z',
    },
    state: 'hit',
    settledAt: '2026-11-20T16:58:01.500Z',
  };

  test.each<[string, ValueKind]>([
    ['eventId', ROW_ID],
    ['declared', orNull({ taken: [OUTCOME.declared], refused: [{}, [], 'bounce', null] })],
    ['declared.rule', TEXT],
    ['declared.direction', wordOf(['up', 'down', 'either'])],
    ['declared.targetTicks', REAL],
    ['declared.adverseTicks', orNull(REAL)],
    ['declared.horizonSeconds', REAL],
    ['declared.staySeconds', REAL],
    ['declared.probability', orNull(SHARE)],
    ['declared.raisedAt', INSTANT],
    ['state', wordOf(['none', 'pending', 'hit', 'miss', 'unknown'])],
    ['settledAt', orNull(INSTANT)],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(eventOutcome, OUTCOME, field, kind)).toEqual(kind);
  });

  test('is whole: what is not declared or settled is null, not absent', () => {
    expect(optionalPaths(eventOutcome, OUTCOME)).toEqual([]);
    const least = { eventId: 'ev_1', declared: null, state: 'none', settledAt: null };
    expect(eventOutcome.parse(least)).toEqual(least);
  });
});

test('replay and outcome are of an event named by visible characters', () => {
  for (const { params } of [getEventReplay, getEventOutcome]) {
    expect(kindAt(partOf(params), { id: 'ev_1' }, 'id', ROW_ID)).toEqual(ROW_ID);
    expect(faultsOf(partOf(params), {})).toEqual(['id']);
  }
});
