/** Detectors that begin, or continue with what they had learnt elsewhere: what the status says, and what is still raised. */
import {
  epochMs,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { decodeBaselines, encodeBaselines, type Learnt } from '#live/tape/learnt.ts';
import { iceberg, quotes, TapeFeed } from '#testing/tape-feed.ts';
import { InstrumentSession } from './instrument-session.ts';

const START = Date.UTC(2026, 10, 20, 16);

function open(startMs: number, learnt?: Learnt) {
  const feed = new TapeFeed({ nowMs: startMs });
  const session = new InstrumentSession({
    feed,
    instrument: instrumentBySymbol('ES') as Instrument,
    calendar: SIMULATED_CALENDAR,
    ...{ storedBars: [], storedEvents: [], resumes: false, learnt },
    onUpdate: () => undefined,
    onMid: () => undefined,
    onDiscontinuity: () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  let id = 1;
  const runTo = (toMs: number): void => {
    for (; feed.presentMs <= toMs; feed.presentMs += 1_000) {
      feed.push(1, feed.presentMs, quotes(20_000 + (id % 7), id, id === 1 ? null : id - 2));
      id += 2;
      session.collect();
    }
  };
  return { feed, session, runTo };
}

function learntOf({ session }: ReturnType<typeof open>): Learnt {
  const baselines = decodeBaselines(encodeBaselines(session.pipeline.baselines()));
  return { atMs: epochMs(Math.floor(session.tape.newestMs)), baselines };
}

test('detectors that begin anew warm up for ten minutes, and the status says until when', () => {
  const world = open(START);
  expect(world.session.status()).not.toHaveProperty('warmingUntil');
  world.runTo(START + MINUTE_MS);
  expect(world.session.status().warmingUntil).toBe(new Date(START + 10 * MINUTE_MS).toISOString());
  world.runTo(START + 10 * MINUTE_MS);
  expect(world.session.status()).not.toHaveProperty('warmingUntil');
});

test('detectors that continue with what others had learnt a moment ago are warm', () => {
  const before = open(START);
  before.runTo(START + 12 * MINUTE_MS);
  const next = open(START + 13 * MINUTE_MS, learntOf(before));
  next.runTo(START + 13 * MINUTE_MS + 5_000);
  expect(next.session.status()).not.toHaveProperty('warmingUntil');
  const known = next.session.pipeline.baselines().view;
  expect(known.depths).not.toEqual(open(START).session.pipeline.baselines().view.depths);
  expect(known.atrTicks).toBe(before.session.pipeline.baselines().view.atrTicks);
});

test('what was learnt long ago is used, and the detectors warm up all the same', () => {
  const before = open(START);
  before.runTo(START + 12 * MINUTE_MS);
  const next = open(START + 90 * MINUTE_MS, learntOf(before));
  next.runTo(START + 90 * MINUTE_MS + 5_000);
  expect(next.session.status()).toHaveProperty('warmingUntil');
});

test('an event that the earlier owner left open ends, and later ones are raised', () => {
  const before = open(START);
  before.runTo(START + MINUTE_MS);
  before.feed.push(1, before.feed.presentMs, iceberg(20_000, 90_003, 90_010, 6));
  const raised = before.session.collect()?.events ?? [];
  expect(raised.map(({ event }) => [event.type, event.status])).toContainEqual(['iceberg', 'open']);
  const next = open(START + 2 * MINUTE_MS, learntOf(before));
  next.runTo(START + 2 * MINUTE_MS + 1_000);
  const first = raised[0]?.event;
  next.feed.push(1, next.feed.presentMs, iceberg(20_000, 95_003, 95_010, 6));
  const events = [...(next.session.collect()?.events ?? [])];
  expect(events.filter(({ event }) => event.id === first?.id && event.status === 'open')).toEqual([]);
  expect(events.filter(({ change }) => change === 'new')).not.toEqual([]);
});
