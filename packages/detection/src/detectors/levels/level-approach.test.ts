/** What a zone's detector reports while price comes to it, touches it and leaves: of support, and mirrored of resistance. */
import { type FlowEvent, NO_PRICE, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { plainContext } from '#testing/plain-context.ts';
import type { PlainFacts } from '#testing/plain-view.ts';
import { ZONE_START_MS, ZoneMarket } from '#testing/zone-market.ts';
import type { FlowEventChange } from '#view/detector.ts';
import { RESISTANCE, SUPPORT } from './levels.ts';

const SPEED = 3;

describe.each([
  ['support', SUPPORT, SIDE_BID, SIDE_ASK],
  ['resistance', RESISTANCE, SIDE_ASK, SIDE_BID],
] as const)('%s', (type, entry, side, otherSide) => {
  function watched(facts: PlainFacts = {}) {
    const market = new ZoneMarket(side, facts);
    const { view } = market;
    const { context, looks, resolved, say } = plainContext(view);
    const raised: { readonly event: FlowEvent; readonly change: FlowEventChange }[] = [];
    const detector = entry.create({ ...context, emit: (event, change) => raised.push({ event, change }) });
    /** Price trades there, and the clock follows `waitMs` later. */
    const come = (away: number, waitMs = 100): void => {
      market.trade(away);
      wait(waitMs);
    };
    const wait = (waitMs: number): void => {
      view.timeMs += waitMs;
      detector.onClock(view.timeMs, view);
    };
    const outcomes = (): unknown[] => raised.map(({ event }) => event.evidence['outcome']);
    /** Looks at whether it is a level; those at whether it bounces have longer keys. */
    const looksAtLevel = () => looks.filter(({ key }) => key.split('|').length === 3);
    const looksAtBounce = () => looks.filter(({ key }) => key.split('|').length === 4);
    return {
      ...{ market, view, detector, raised, looks, resolved, say },
      come,
      wait,
      outcomes,
      looksAtLevel,
      looksAtBounce,
    };
  }

  test.each([
    { range: 0, near: 3 },
    { range: 10, near: 3 },
    { range: 30, near: 9 },
  ])('is raised when price is within $near ticks where bars span $range', ({ range, near }) => {
    const one = watched({ atr10Ticks: range });
    one.market.hold(3);
    one.come(30);
    one.come(near + 1);
    expect(one.raised).toEqual([]);
    one.come(near);
    expect(one.raised.map(({ change, event }) => [change, event.type, event.side])).toEqual([
      ['new', type, side === SIDE_BID ? 'bid' : 'ask'],
    ]);
    expect(one.raised[0]?.event.priceTicks).toBe(one.market.price(0));
  });

  test('is one event from the approach over the touch to the bounce', () => {
    const one = watched();
    one.market.hold(3);
    for (const away of [20, 3, 0, 6]) one.come(away);
    expect(one.raised.map(({ change, event }) => [change, event.status])).toEqual([
      ['new', 'open'],
      ['update', 'open'],
      ['update', 'confirmed'],
    ]);
    expect(one.outcomes()).toEqual(['near', 'touched', 'bounced']);
    expect(new Set(one.raised.map(({ event }) => event.id)).size).toBe(1);
    const [key] = one.looksAtBounce().map((look) => look.key);
    expect(one.resolved).toEqual([{ key, outcome: true, timeMs: ZONE_START_MS + 400 }]);
    expect(one.raised.map(({ event }) => event.updatedNs)).toEqual(
      [200, 300, 400].map((ms) => BigInt(ZONE_START_MS + ms) * NS_PER_MS),
    );
    expect(one.raised[2]?.event.evidence).toMatchObject({ touchesInRole: 4, bouncesInRole: 4 });
  });

  test('returns after a bounce as the same event, after a break as another one', () => {
    const one = watched();
    one.market.hold(3);
    for (const away of [20, 3, 0, 6, 20, 3, 0, -6]) one.come(away);
    expect(one.outcomes()).toEqual(['near', 'touched', 'bounced', 'near', 'touched', 'broken']);
    expect(one.raised.at(-1)?.event.status).toBe('failed');
    expect(one.resolved.map(({ outcome }) => outcome)).toEqual([true, false]);
    for (const away of [20, 3]) one.come(away);
    expect(one.raised.map(({ change }) => change)).toEqual([
      ...['new', 'update', 'update', 'update', 'update', 'update'],
      'new',
    ]);
    expect(new Set(one.raised.map(({ event }) => event.id)).size).toBe(2);
    // Every approach was judged under a key of its own.
    expect(new Set(one.looksAtBounce().map((look) => look.key)).size).toBe(3);
    expect(new Set(one.looksAtLevel().map((look) => look.key)).size).toBe(1);
  });

  test('expires when price leaves without a touch, as of its last change', () => {
    const one = watched();
    one.market.hold(3);
    for (const away of [20, 3, 6]) one.come(away);
    expect(one.outcomes()).toEqual(['near']);
    one.come(7);
    expect(one.outcomes()).toEqual(['near', 'left']);
    expect(one.raised[1]?.event).toMatchObject({
      status: 'expired',
      updatedNs: one.raised[0]?.event.updatedNs,
    });
    expect(one.resolved.map(({ outcome }) => outcome)).toEqual([null]);
    one.come(3);
    expect(one.outcomes()).toEqual(['near', 'left', 'near']);
  });

  test('ends without an answer when another zone takes its place, or the book is lost', () => {
    const gone = watched();
    gone.market.hold(3);
    for (const away of [20, 3]) gone.come(away);
    gone.market.open(0, -30);
    gone.wait(100);
    expect(gone.outcomes()).toEqual(['near', 'gone']);
    expect(gone.raised[1]?.event.updatedNs).toBe(gone.raised[0]?.event.updatedNs);
    const lost = watched();
    lost.market.hold(3);
    for (const away of [20, 3]) lost.come(away);
    lost.detector.onDiscontinuity(ZONE_START_MS + 5000);
    lost.detector.onDiscontinuity(ZONE_START_MS + 6000);
    expect(lost.outcomes()).toEqual(['near', 'interrupted']);
    expect(lost.raised[1]?.event.updatedNs).toBe(BigInt(ZONE_START_MS + 5000) * NS_PER_MS);
    for (const one of [gone, lost]) expect(one.resolved.map(({ outcome }) => outcome)).toEqual([null]);
    // What was raised before the book was lost is not continued.
    for (const away of [20, 3]) lost.come(away);
    expect(lost.raised.map(({ change }) => change)).toEqual(['new', 'update', 'new']);
  });

  test.each([
    { what: 'tested three times', touches: 3, confidence: 0.5, rate: 0.1, isRaised: true },
    { what: 'no likelier than chance', touches: 3, confidence: 0.9, rate: 0.101, isRaised: false },
    { what: 'tested twice and doubtful', touches: 2, confidence: 0.59, rate: 0.05, isRaised: false },
    { what: 'tested twice and probable', touches: 2, confidence: 0.6, rate: 0.05, isRaised: true },
    { what: 'never tested yet probable', touches: 0, confidence: 0.9, rate: 0.05, isRaised: true },
  ])('that is $what is raised: $isRaised', ({ touches, confidence, rate, isRaised }) => {
    const one = watched();
    one.market.hold(touches);
    one.market.rate = rate;
    one.say({ confidence });
    for (const away of [20, 3]) one.come(away);
    expect(one.raised.length).toBe(isRaised ? 1 : 0);
    // Judged in any case: a model learns from what is not shown, too.
    expect(one.looks.length).toBe(2);
  });

  test('that held on the other side alone is not raised before it holds on this one', () => {
    const one = watched();
    one.market.hold(3);
    one.market.map.touches.role[0] = otherSide;
    one.market.map.records.add(0, otherSide, true, 0);
    for (const away of [20, 3]) one.come(away);
    expect(one.raised).toEqual([]);
    const held = watched();
    held.market.hold(3);
    held.market.map.touches.role[0] = otherSide;
    held.market.map.records.add(0, side, true, 0);
    for (const away of [20, 3]) held.come(away);
    expect(held.outcomes()).toEqual(['near']);
  });

  test('has no part in a touch from the other side, even where it was raised before', () => {
    const one = watched();
    one.market.hold(3);
    for (const away of [20, 3, 7]) one.come(away);
    one.market.map.interrupt();
    for (const away of [-20, -3, -20]) one.come(away);
    expect(one.market.map.touches.role[0]).toBe(otherSide);
    expect(one.market.map.records.settled[0]).toBe(1);
    expect(one.outcomes()).toEqual(['near', 'left']);
  });

  test('is not approached from where it is no level of this side', () => {
    const one = watched();
    one.market.hold(3);
    for (const away of [-20, -5, -4, -3, 0]) one.come(away);
    expect([one.raised, one.looks]).toEqual([[], []]);
  });

  test('is looked at again three, ten and thirty seconds after its touch, while that lasts', () => {
    const one = watched();
    one.market.hold(2);
    one.say({ confidence: 0.5 });
    for (const away of [20, 3, 0]) one.come(away, 1000);
    const touchedMs = one.view.timeMs;
    const before = one.looksAtLevel().length;
    for (let second = 1; second <= 60; second += 1) one.come(0, 1000);
    const after = one
      .looksAtLevel()
      .slice(before)
      .map(({ timeMs }) => (timeMs - touchedMs) / 1000);
    expect(after).toEqual([3, 10, 30]);
    expect(one.raised).toEqual([]);
  });

  test('that becomes probable during its touch is raised as touched', () => {
    const one = watched();
    one.market.hold(2);
    one.say({ confidence: 0.5 });
    for (const away of [20, 3, 0]) one.come(away, 1000);
    one.say({ confidence: 0.9 });
    for (let second = 1; second <= 5; second += 1) one.come(0, 1000);
    expect(one.raised.map(({ change, event }) => [change, event.evidence['outcome']])).toEqual([
      ['new', 'touched'],
    ]);
  });

  test('knows how fast price came: ticks since the oldest of ten seconds against what is usual in that time', () => {
    const one = watched({ sigma1Ticks: 2 });
    one.market.hold(3);
    for (let second = 0; second <= 9; second += 1) one.come(23 - second, 1000);
    one.come(3, 1000);
    const [look] = one.looksAtBounce();
    // The oldest of ten prices, one a second and now's among them: 22 ticks away, now 3.
    expect(look?.features[SPEED]).toBeCloseTo(19 / (2 * Math.sqrt(10)), 12);
    const early = watched();
    early.market.hold(3);
    for (const away of [20, 3]) early.come(away, 1000);
    expect(early.looksAtBounce()[0]?.features[SPEED]).toBe(0);
  });

  test('is not looked at while neither price nor the map has changed, nor before the first price', () => {
    const one = watched();
    one.market.hold(3);
    one.wait(100);
    expect([one.view.lastTicks, one.looks.length]).toEqual([NO_PRICE, 0]);
    one.come(20);
    one.market.trade(3);
    one.market.map.version -= 1;
    one.view.lastTicks = one.market.price(20);
    one.wait(100);
    expect(one.looks.length).toBe(0);
    one.view.lastTicks = one.market.price(3);
    one.wait(100);
    expect(one.looks.length).toBe(2);
    one.come(0);
    expect(one.looks.length).toBe(4);
    // A touch that nothing has happened in since is not looked at again before something does.
    one.wait(4000);
    expect(one.looks.length).toBe(4);
    one.come(0);
    expect(one.looks.length).toBe(5);
  });

  test('carries whether the feed was degraded when it was raised', () => {
    for (const isDegraded of [true, false]) {
      const one = watched({ isDegraded });
      one.market.hold(3);
      for (const away of [20, 3]) one.come(away);
      expect(one.raised[0]?.event.degraded).toBe(isDegraded);
    }
  });

  test('ranks by its volume: what traded more than those before it is the more severe', () => {
    const one = watched();
    one.say({ confidence: 0.95, high: 0.99 });
    one.market.hold(3);
    for (let n = 0; n < 20; n += 1) for (const away of [20, 3, 0, -6]) one.come(away);
    const severities = one.raised.filter(({ change }) => change === 'new').map(({ event }) => event.severity);
    expect([severities[0], severities.at(-1)]).toEqual(['medium', 'critical']);
  });
});
