/** When a break becomes a trap, when it is looked at and how it ends: of buyers above a level, mirrored of sellers. */
import { NS_PER_MS, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { handEvent } from '#testing/hand-event.ts';
import { plainContext } from '#testing/plain-context.ts';
import { ZONE_START_MS, ZoneMarket } from '#testing/zone-market.ts';
import { TRAP_ZONE } from './trap-zone.ts';
import { TRAP_FOLLOW_MODEL } from './trap-zone-features.ts';

const LEVEL = 2000;
const MINUTE_MS = 60_000;
const FOLLOW_FEATURES = TRAP_FOLLOW_MODEL.features.length;

describe.each([
  ['buyers above a high', SIDE_BID, SIDE_ASK, 1],
  ['sellers below a low', SIDE_ASK, SIDE_BID, -1],
] as const)('%s', (_, side, against, sign) => {
  /** Price just inside unbroken levels, so many ticks beyond 2000 each, in bars of `range` ticks. */
  function watched({ levels = [0], range = 10 }: { levels?: readonly number[]; range?: number } = {}) {
    const swings = levels.map((ticks) => ({
      priceTicks: LEVEL + sign * ticks,
      timeMs: ZONE_START_MS - MINUTE_MS,
    }));
    const { view } = new ZoneMarket(side, {
      atr10Ticks: range,
      unbrokenHighs: () => swings,
      unbrokenLows: () => swings,
    });
    view.lastTicks = LEVEL - sign * 5;
    const { context, patterns, looks, resolved, say } = plainContext(view);
    const detector = TRAP_ZONE.create(context);
    const made = {
      ...{ view, detector, patterns, resolved, say },
      /** Looks at existence; those at what follows have one feature more. */
      existence: () => looks.filter(({ features }) => features.length < FOLLOW_FEATURES),
      follow: () => looks.filter(({ features }) => features.length === FOLLOW_FEATURES),
      outcomes: () => patterns.map(({ pattern }) => pattern.evidence['outcome']),
      /** A trade so many ticks beyond 2000, and 100 ms later the clock. */
      trade: (ticks: number, size = 20, of: number = side, kind?: number) => {
        const round = {
          side: of,
          priceTicks: LEVEL + sign * ticks,
          size,
          ...(kind === undefined ? {} : { kind }),
        };
        detector.onMatch(handEvent(view.timeMs, [round]), view);
        if (kind === undefined) view.lastTicks = LEVEL + sign * ticks;
        return made.pass(100);
      },
      pass: (ms: number, stepMs = 100) => {
        for (let passed = 0; passed < ms; passed += stepMs) {
          view.timeMs += stepMs;
          detector.onClock(view.timeMs, view);
        }
        return made;
      },
    };
    return made.pass(100);
  }
  type Watched = ReturnType<typeof watched>;
  /** Four ticks beyond the level and back inside by so many. */
  const trapped = (one: Watched, inside = 2): Watched => one.trade(2).trade(4).trade(-inside, 1, against);

  test.each([
    { range: 10, inside: 2, isTrap: true },
    { range: 10, inside: 1, isTrap: false },
    { range: 20, inside: 3, isTrap: true },
    { range: 20, inside: 2, isTrap: false },
  ])('are trapped $inside ticks inside where bars span $range: $isTrap', ({ range, inside, isTrap }) => {
    const one = trapped(watched({ range }), inside);
    expect(one.patterns.map(({ change, pattern }) => [change, pattern.size])).toEqual(
      isTrap ? [['new', 40]] : [],
    );
  });

  test.each([
    { what: 'a break by one tick', beyond: [1, 1], opposed: 0, isTrap: false },
    { what: 'a break by two ticks', beyond: [1, 2], opposed: 0, isTrap: true },
    { what: 'as many against them', beyond: [3, 4], opposed: 40, isTrap: false },
    { what: 'fewer against them', beyond: [3, 4], opposed: 30, isTrap: true },
  ])('with $what are trapped: $isTrap', ({ beyond, opposed, isTrap }) => {
    const one = watched();
    for (const ticks of beyond) one.trade(ticks);
    if (opposed > 0) one.trade(1, opposed, against);
    one.trade(-2, 1, against);
    expect(one.patterns.length).toBe(isTrap ? 1 : 0);
  });

  test.each([
    [10 * MINUTE_MS, 1],
    [10 * MINUTE_MS + 200, 0],
  ])('that wait %i ms for the return give %i trap', (waitMs, traps) => {
    const one = watched().trade(2).trade(4);
    // Two of the hundreds of milliseconds have passed with the trades.
    one.pass(waitMs - 300).trade(-2, 1, against);
    expect(one.patterns.length).toBe(traps);
  });

  test('are judged as they form and three, eight and fifteen seconds later; what follows once', () => {
    const one = watched();
    one.say({ confidence: 0.5 });
    trapped(one);
    const formedMs = one.view.timeMs;
    one.pass(30_000);
    expect(one.existence().map(({ timeMs }) => timeMs - formedMs)).toEqual([0, 3000, 8000, 15_000]);
    expect(one.follow().map(({ timeMs }) => timeMs - formedMs)).toEqual([0]);
    expect(new Set(one.existence().map(({ key }) => key)).size).toBe(1);
    expect(one.patterns).toEqual([]);
  });

  test('are raised when it becomes probable, with what was predicted as they formed', () => {
    const one = watched();
    one.say({ confidence: 0.55 });
    trapped(one).pass(5000);
    one.say({ confidence: 0.9 });
    one.pass(5000);
    expect(one.patterns.length).toBe(1);
    expect(one.patterns[0]?.pattern).toMatchObject({ confidence: 0.55, existence: 0.9, status: 'open' });
    expect(one.patterns[0]?.pattern.evidence['follow']).toMatchObject({ confidence: 0.55 });
  });

  test.each([
    { what: 'six ticks inside', range: 4, ticks: -6, outcome: 'followed', status: 'confirmed', answer: true },
    {
      what: 'three quarters of a bar inside',
      range: 16,
      ticks: -12,
      outcome: 'followed',
      status: 'confirmed',
      answer: true,
    },
    { what: 'two ticks beyond', range: 4, ticks: 2, outcome: 're-entered', status: 'failed', answer: false },
    {
      what: 'a tenth of a bar beyond',
      range: 40,
      ticks: 4,
      outcome: 're-entered',
      status: 'failed',
      answer: false,
    },
  ])('end when price is $what: $outcome', ({ range, ticks, outcome, status, answer }) => {
    const one = trapped(watched({ range }), Math.max(2, 0.15 * range));
    expect(one.outcomes()).toEqual(['pending']);
    one.trade(ticks - Math.sign(ticks), 1, against);
    expect(one.outcomes()).toEqual(['pending']);
    one.trade(ticks, 1, against).trade(ticks, 1, against);
    expect(one.patterns.map(({ change, pattern }) => [change, pattern.status])).toEqual([
      ['new', 'open'],
      ['update', status],
    ]);
    expect(one.outcomes().at(-1)).toBe(outcome);
    expect(one.resolved.map(({ outcome: said }) => said)).toEqual([answer]);
    expect(one.patterns[1]?.pattern.id).toBe(one.patterns[0]?.pattern.id);
  });

  test('that wait for half an hour expire, as of when they were raised', () => {
    const one = trapped(watched());
    const raisedNs = BigInt(one.view.timeMs) * NS_PER_MS;
    one.pass(30 * MINUTE_MS, 1000);
    expect(one.outcomes()).toEqual(['pending']);
    one.pass(1000, 1000);
    expect(one.patterns[1]?.pattern).toMatchObject({ status: 'expired', updatedNs: raisedNs });
    expect(one.patterns[1]?.pattern.expiresNs).toBe(raisedNs + BigInt(30 * MINUTE_MS) * NS_PER_MS);
    expect(one.resolved.map(({ outcome }) => outcome)).toEqual([false]);
  });

  test('lose their answer with the book, and breaks are forgotten', () => {
    const one = trapped(watched());
    one.detector.onDiscontinuity(one.view.timeMs + 50);
    expect(one.outcomes()).toEqual(['pending', 'interrupted']);
    expect(one.patterns[1]?.pattern.updatedNs).toBe(BigInt(one.view.timeMs + 50) * NS_PER_MS);
    expect(one.resolved.map(({ outcome }) => outcome)).toEqual([null]);
    const half = watched().trade(2).trade(4);
    half.detector.onDiscontinuity(0);
    half.trade(-2, 1, against);
    expect(half.patterns).toEqual([]);
  });

  test('of several levels at once are one trap, of the four furthest levels at most', () => {
    const one = watched({ levels: [0, 5, 10, 15, 20] });
    one.trade(25).trade(-8, 1, against);
    expect(one.follow().length).toBe(4);
    // Price is far inside already: what is raised has its answer at once.
    expect(one.patterns.map(({ change, pattern }) => [change, pattern.size])).toEqual([
      ['new', 20],
      ['update', 20],
    ]);
    // The nearest level made room: the zone begins beyond the second.
    const [low, high] = [LEVEL + sign * 6, LEVEL + sign * 25].toSorted((a, b) => a - b);
    expect(one.patterns[0]?.pattern.levels[0]).toEqual({ label: 'zone', lowTicks: low, highTicks: high });
  });

  test('beyond levels within three ticks of each other are trapped once, further apart twice', () => {
    for (const [apart, breaks] of [
      [3, 1],
      [4, 2],
    ] as const) {
      const one = watched({ levels: [0, apart] }).trade(apart + 3);
      one.trade(-3, 1, against);
      expect(one.follow().length).toBe(breaks);
    }
  });

  test('are none of an auction', () => {
    const one = watched().trade(2, 20, side, ROUND_AUCTION).trade(4, 20, side, ROUND_AUCTION);
    one.trade(-2, 1, against);
    expect(one.follow()).toEqual([]);
  });

  test('are told apart by their level and time', () => {
    const one = trapped(watched());
    one.trade(-7, 1, against).pass(1000);
    trapped(one);
    const ids = one.patterns.filter(({ change }) => change === 'new').map(({ pattern }) => pattern.id);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(one.follow().map(({ key }) => key)).size).toBe(2);
  });

  test('have a target and a limit declared as they are raised', () => {
    const [first] = trapped(watched({ range: 16 }), 3).patterns;
    expect(first?.pattern.barriers).toEqual({
      winTicks: LEVEL - sign * 12,
      loseTicks: LEVEL + sign * 2,
      withinMs: 30 * MINUTE_MS,
      stayMs: 0,
    });
    expect(first?.pattern).toMatchObject({
      direction: side === SIDE_BID ? 'down' : 'up',
      priceTicks: LEVEL - sign * 3,
    });
  });
});
