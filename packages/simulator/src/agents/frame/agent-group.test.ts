import { SECOND_NS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { AgentMarket } from '#testing/agent-market.ts';
import { CLERK, Clerks, withClerk } from '#testing/clerks.ts';

describe('arrivals', () => {
  test('come at random, as many an hour as configured, numbered from one on', () => {
    const exchange = new AgentMarket(3, { empty: true });
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 20));
    exchange.run(50 * 3600);
    const { begun } = clerks;
    // Poisson with a mean of 1000: five standard deviations.
    expect(Math.abs(begun.length - 1000)).toBeLessThan(160);
    expect(begun.map(({ serial }) => serial)).toEqual(begun.map((_, at) => at + 1));
    const gaps = begun.slice(1).map(({ beganNs }, at) => beganNs - begun[at]!.beganNs);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    // An exponential law scatters as much as its mean.
    expect(spread / mean).toBeCloseTo(1, 0);
    expect(Math.min(...gaps)).toBeLessThan(0.02 * mean);
  });

  test('draw from the stream of their name and number, which nobody else uses', () => {
    const exchange = new AgentMarket(4);
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 60));
    exchange.runUntil(() => clerks.begun.length === 5);
    for (const { serial, random } of clerks.begun)
      expect(random.save()).toEqual(exchange.market.stream(CLERK, serial).save());
  });

  test('who find nothing to do keep their number and are not at work', () => {
    const exchange = new AgentMarket(5);
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 60));
    clerks.refuses = true;
    exchange.run(600);
    clerks.refuses = false;
    exchange.runUntil(() => clerks.begun.length === 1);
    expect(clerks.begun[0]!.serial).toBeGreaterThan(1);
    exchange.finish();
    expect(clerks.closes).toEqual([clerks.begun[0]!.serial]);
  });

  test('from before the session are there in its first seconds, one each second', () => {
    const exchange = new AgentMarket(6);
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 30, 4));
    exchange.run(300);
    const whole = clerks.begun.filter(({ beganNs }) => beganNs % SECOND_NS === 0);
    // Poisson with a mean of 120.
    expect(Math.abs(whole.length - 120)).toBeLessThan(50);
    expect(whole.map(({ beganNs }) => beganNs / SECOND_NS)).toEqual(whole.map((_, at) => at + 1));
  });

  test('before the session leave no successors: later ones come at the configured rate', () => {
    const exchange = new AgentMarket(7, { empty: true });
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 10, 10));
    exchange.run(600);
    const early = clerks.begun.length;
    exchange.run(20 * 3600);
    // Poisson with a mean of 200.
    expect(Math.abs(clerks.begun.length - early - 200)).toBeLessThan(70);
  });

  test.each([
    ['at a frequency of 0', 0, 5],
    ['in the hours before at a frequency of 0', 0, 0],
  ])('never happen %s', (_, perHour, hoursBefore) => {
    const exchange = new AgentMarket(8);
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, perHour, hoursBefore));
    exchange.run(10 * 3600);
    expect(clerks.begun).toEqual([]);
  });
});

describe('plans', () => {
  test('are carried out when they are due, with what was to be done', () => {
    const { exchange, clerks, player } = withClerk();
    const fromNs = exchange.market.nowNs;
    clerks.later(player, 3, 7);
    clerks.later(player, 1, 2);
    clerks.later(player, 2, 31 - 1, true);
    exchange.run(4);
    expect(clerks.steps).toEqual([
      [1, 2, fromNs + SECOND_NS],
      [1, 30, fromNs + 2 * SECOND_NS],
      [1, 7, fromNs + 3 * SECOND_NS],
    ]);
  });

  test('of a turn are dropped once the turn is over; others are not', () => {
    const { exchange, clerks, player } = withClerk();
    clerks.later(player, 1, 3, true);
    clerks.later(player, 1, 4);
    player.turn++;
    clerks.later(player, 2, 5, true);
    exchange.run(3);
    expect(clerks.steps.map(([, kind]) => kind)).toEqual([4, 5]);
  });

  test('of a trader who has left are dropped', () => {
    const { exchange, clerks, player } = withClerk();
    clerks.later(player, 1, 3);
    clerks.go(player);
    exchange.run(3);
    exchange.finish();
    expect([clerks.steps, clerks.closes]).toEqual([[], []]);
  });

  test('end with the session, which closes each trader at work once', () => {
    const exchange = new AgentMarket(9);
    const clerks = exchange.install((market, owner) => new Clerks(market, owner, 60));
    exchange.runUntil(() => clerks.begun.length === 4);
    clerks.go(clerks.begun[1]!);
    exchange.finish();
    exchange.finish();
    expect(clerks.closes).toEqual([1, 3, 4]);
  });
});
