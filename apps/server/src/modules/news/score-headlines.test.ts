/** Headlines are scored once by each scorer, and declared in the track record before the price moves. */
import { type ContractBar, MINUTE_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LEXICON_SCORER } from '#adapters/news/lexicon-scorer.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { createNewsStore } from '#adapters/storage/news/news-store.ts';
import { createScoreStore } from '#adapters/storage/news/score-store.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { type HeadlineScorer, UnusableScore } from '#ports/news/headline-scorer.ts';
import { testClock } from '#testing/clock.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { settleHeadlines } from './headline-track.ts';
import { type ScoringParts, scoreHeadlines } from './score-headlines.ts';

const READ = Date.UTC(2026, 10, 30, 12, 0, 20);
const SOURCE = { kind: 'feed' as const, url: 'https://news.example/rss' };

const NO_FILE = { read: async () => ({}), write: async () => undefined };

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
});
afterEach(() => database.close());

/** Minutes from an hour before `READ`, each a tick higher than the one before. */
const bars = Array.from({ length: 80 }, (_, n) => {
  const startMs = Date.UTC(2026, 10, 30, 11) + n * MINUTE_MS;
  return { startMs, closeTicks: 1000 + n } as ContractBar;
});

async function stored(...titles: string[]) {
  const news = createNewsStore(database.orm);
  const headlines = titles.map((title, n) => ({
    ...{
      uid: String(n),
      title,
      link: null,
      publishedMs: null,
      timeFault: 'none' as const,
      instrumentIds: [4],
    },
  }));
  await news.saveHeadlines(SOURCE, headlines, READ);
  const scores = createScoreStore(database.orm);
  const parts: ScoringParts = {
    ...{ scores, scorer: LEXICON_SCORER, source: 'databento', log: { warn: () => undefined } },
    marketStore: { listBars: async () => bars },
    trackStore: createTrackStore(database.orm, NO_FILE),
    clock: testClock(() => READ + 5000),
  };
  const ids = (await news.headlines(4, READ, 10)).map(({ id }) => id);
  return { parts, scores, ids };
}

test('a headline that the scorer cannot judge delays no other one, and a scorer that is away is tried later', async () => {
  const { parts, scores, ids } = await stored('Crude inventories fall', 'OPEC raises output');
  const requested: string[] = [];
  const scorer: HeadlineScorer = {
    name: 'model prompt 1',
    async score(title) {
      requested.push(title);
      if (title.startsWith('Crude')) throw new UnusableScore('expected scores as JSON of the scorer');
      if (requested.length <= 2) throw new Error('connect ECONNREFUSED');
      return new Map([['energies' as const, { score: -0.5, words: [{ text: 'output', weight: -0.5 }] }]]);
    },
  };
  const away = { ...parts, scorer };
  for (let tries = 0; tries < 3 && !(await scoreHeadlines(away)); tries += 1);
  expect(await scores.unscored(scorer.name, 10)).toEqual([]);
  const found = await scores.scores(ids, scorer.name, 'energies');
  expect([...found.values()].map(({ score }) => score).toSorted((a, b) => a - b)).toEqual([-0.5, 0]);
  expect(requested.filter((title) => title.startsWith('Crude'))).toHaveLength(1);
});

test('a headline is scored once', async () => {
  const { parts, scores, ids } = await stored(
    'Crude inventories fall',
    'OPEC raises output',
    'Oil minister speaks',
  );
  await scoreHeadlines(parts);
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toEqual([]);
  const found = await scores.scores(ids, LEXICON_SCORER.name, 'energies');
  expect([...found.values()].map(({ score }) => score).toSorted((a, b) => a - b)).toEqual([-0.5, 0, 0.4]);
});

test('a scorer that cannot be reached leaves the headline for later', async () => {
  const { parts, scores } = await stored('Crude inventories fall');
  const broken = { name: LEXICON_SCORER.name, score: () => Promise.reject(new Error('gone')) };
  await scoreHeadlines({ ...parts, scorer: broken });
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toHaveLength(1);
  await scoreHeadlines(parts);
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toEqual([]);
});

/** What the track record has of crude oil. */
const trackCounts = () => {
  const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  return createTrackStore(database.orm, NO_FILE).counts({ source: 'databento', instrumentIds: [4], ...all });
};

test('a sentiment is declared in the track record before the move, and settled beside its base rate', async () => {
  const { parts } = await stored('Crude inventories fall', 'OPEC raises output', 'Oil minister speaks');
  await scoreHeadlines(parts);
  await settleHeadlines(parts, READ + 4 * MINUTE_MS);
  const open = (await trackCounts()).filter(({ hit }) => hit === null);
  const subs = ['1 min', '15 min', '5 min'].map((time) => `${time}, ${LEXICON_SCORER.name}`);
  expect(open.map(({ sub, count }) => [sub, count])).toEqual(subs.map((sub) => [sub, 2]));
  for (const minutes of [5, 10, 30, 31]) await settleHeadlines(parts, READ + minutes * MINUTE_MS);
  const settled = (await trackCounts()).filter(({ hit }) => hit !== null);
  // The price rose by a tick a minute, before as well: what is right was always right
  expect(settled.map(({ sub, hit, count, baseSum }) => [sub, hit, count, baseSum])).toEqual(
    subs.flatMap((sub) => [
      [sub, false, 1, 0],
      [sub, true, 1, 1],
    ]),
  );
  expect(settled.map(({ instants }) => instants)).toEqual([58, 58, 44, 44, 54, 54]);
});

test('a headline that was read minutes before it is scored declares nothing, nor does one without a price', async () => {
  const { parts } = await stored('Crude inventories fall');
  await scoreHeadlines({ ...parts, clock: testClock(() => READ + 3 * MINUTE_MS) });
  expect(await trackCounts()).toEqual([]);
  const closed = await stored('OPEC raises output');
  await scoreHeadlines({ ...closed.parts, marketStore: { listBars: async () => [] } });
  expect(await trackCounts()).toEqual([]);
});

test('a headline that is scored again after a crash is declared once, and stays what it was declared to be', async () => {
  const { parts } = await stored('OPEC raises output');
  const crashed = { ...parts.scores, saveScores: () => Promise.reject(new Error('the connection is lost')) };
  await scoreHeadlines({ ...parts, scores: crashed });
  await scoreHeadlines(parts);
  expect((await trackCounts()).map(({ count }) => count)).toEqual([1, 1, 1]);
});
