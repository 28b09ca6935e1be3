import { InstrumentMarket, NS_PER_MS, SIDE_ASK, SIDE_BID, SIMULATED_CALENDAR } from '@undertow/market';
import { CLEAN, createSession, RowBuffer } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { createPipeline } from '#pipeline/pipeline.ts';
import { add, ES, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';

/** Trades one to three contracts about each second for some minutes, on both sides. */
function calm(tape: HandTape, minutes: number): HandTape {
  tape.event(add(901, SIDE_BID, 1000, 500)).event(add(902, SIDE_ASK, 1001, 500));
  for (let second = 0; second < minutes * 60; second += 1) {
    const side = second % 2 === 0 ? SIDE_BID : SIDE_ASK;
    const size = 1 + ((second * 7) % 3);
    tape.wait(1000).event(trade(1000 + second, side, side === SIDE_BID ? 1001 : 1000, size));
  }
  return tape;
}

/** Thirty contracts a second for as long, four of five bought. */
function burst(tape: HandTape, seconds: number): HandTape {
  for (let n = 0; n < seconds * 5; n += 1) {
    const side = n % 5 === 0 ? SIDE_ASK : SIDE_BID;
    tape.wait(200).event(trade(50_000 + n, side, side === SIDE_BID ? 1001 : 1000, 6));
  }
  return tape;
}

test('ten seconds of fifteen times the usual volume are one spike, with its side and size', () => {
  const tape = burst(calm(new HandTape('L3', ['volume_spike'], fixedJudge(0.9)), 10), 10);
  for (let second = 0; second < 20; second += 1) tape.pass(1000);
  const news = tape.patterns.filter(({ change }) => change === 'new');
  expect(news).toHaveLength(1);
  expect(news[0]?.pattern).toMatchObject({ type: 'volume_spike', direction: null, exact: false });
  const last = tape.patterns.at(-1)?.pattern;
  expect(last).toMatchObject({ id: news[0]?.pattern.id, side: 'bid', status: 'confirmed' });
  expect(last?.size).toBeGreaterThan(250);
  expect(last?.evidence['rules']).toEqual([
    { name: 'Calibrated probability', value: '0.90', needed: 'at least 0.6', met: true },
  ]);
  expect(last?.description).toMatch(/traded in \d+ s between 250\.00 and 250\.25, .* by buyers$/);
});

test('a calm market has none', () => {
  const tape = calm(new HandTape('L3', ['volume_spike'], fixedJudge(0.9)), 20);
  expect(tape.patterns).toEqual([]);
});

test('nothing is raised while the judge is not sure', () => {
  const tape = burst(calm(new HandTape('L3', ['volume_spike'], fixedJudge(0.5)), 10), 10);
  expect(tape.patterns).toEqual([]);
});

test('a second burst within a minute belongs to the first, one after two minutes does not', () => {
  const tape = burst(calm(new HandTape('L3', ['volume_spike'], fixedJudge(0.9)), 10), 10);
  for (let second = 0; second < 30; second += 1) tape.pass(1000);
  burst(tape, 10);
  expect(new Set(tape.patterns.map(({ pattern }) => pattern.id)).size).toBe(1);
  for (let second = 0; second < 150; second += 1) tape.pass(1000);
  burst(tape, 10);
  expect(new Set(tape.patterns.map(({ pattern }) => pattern.id)).size).toBe(2);
  expect(tape.patterns.filter(({ change }) => change === 'new')).toHaveLength(2);
});

test('a feed of trades and best prices shows it as well', () => {
  const tape = burst(calm(new HandTape('L1T', ['volume_spike'], fixedJudge(0.9)), 10), 10);
  expect(tape.patterns[0]?.pattern.tier).toBe('L1T');
});

test('a spike ends as expired when the feed is lost', () => {
  const tape = burst(calm(new HandTape('L3', ['volume_spike'], fixedJudge(0.9)), 10), 8);
  tape.pipeline.onDiscontinuity(Number(tape.nowNs / NS_PER_MS));
  expect(tape.patterns.at(-1)?.pattern.status).toBe('expired');
});

test('in a simulated market every strong shock is judged while it lasts', () => {
  const startMs = 1_795_014_000_000;
  const looks: number[] = [];
  const market = new InstrumentMarket({
    instrument: ES,
    tier: 'L3',
    calendar: SIMULATED_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument: ES,
    tier: 'L3',
    market,
    emit: () => undefined,
    types: ['volume_spike'],
    candidates: {
      onCandidate: (_model, _tier, { timeMs }) => looks.push(timeMs),
      onOutcome: () => undefined,
    },
  });
  const exchange = createSession({
    instrument: ES,
    seed: 7,
    startMs,
    openTicks: ES.basePriceTicks,
    agents: { ...CLEAN, volumeShocksPerHour: 24 },
  });
  const rows = new RowBuffer();
  exchange.advance(startMs + 30 * 60_000, rows);
  market.applyBatch(rows, (event) => pipeline.onMatch(event));
  const shocks = [...exchange.takeLabels(), ...exchange.finish()].filter(
    ({ type, observability }) => type === 'volume_spike' && observability === 'strong',
  );
  expect(shocks.length).toBeGreaterThanOrEqual(3);
  const judged = shocks.filter(({ t0Ns, t1Ns }) => {
    const [from, to] = [Number(t0Ns) / 1e6, Number(t1Ns) / 1e6 + 10_000];
    return looks.some((timeMs) => timeMs >= from && timeMs <= to);
  });
  expect(judged).toHaveLength(shocks.length);
});
