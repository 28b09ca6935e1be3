/** Headlines are scored once by each scorer, and compared with the moves after they were read. */
import { type ContractBar, MINUTE_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LEXICON_SCORER } from '#adapters/news/lexicon-scorer.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { createNewsStore } from '#adapters/storage/news/news-store.ts';
import { createScoreStore } from '#adapters/storage/news/score-store.ts';
import { type HeadlineScorer, UnusableScore } from '#ports/news/headline-scorer.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { movesAfter, type ScoringParts, scoreHeadlines, settleMoves } from './score-headlines.ts';

const READ = Date.UTC(2026, 10, 30, 12, 0, 20);
const SOURCE = { kind: 'feed' as const, url: 'https://news.example/rss' };

let database: Database;
beforeEach(async () => {
  database = await openMemoryDatabase();
});
afterEach(() => database.close());

/** Minutes from two before `READ`, each a tick higher than the one before. */
const bars = Array.from({ length: 22 }, (_, n) => {
  const startMs = Date.UTC(2026, 10, 30, 11, 58) + n * MINUTE_MS;
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

test('a headline is scored once, and its sign is counted against the move of its product', async () => {
  const { parts, scores, ids } = await stored(
    'Crude inventories fall',
    'OPEC raises output',
    'Oil minister speaks',
  );
  await scoreHeadlines(parts);
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toEqual([]);
  const found = await scores.scores(ids, LEXICON_SCORER.name, 'energies');
  expect([...found.values()].map(({ score }) => score).toSorted((a, b) => a - b)).toEqual([-0.5, 0, 0.4]);
  await settleMoves(parts, READ + 10 * MINUTE_MS);
  expect(await scores.signCounts(LEXICON_SCORER.name, 'energies', 'databento')).toEqual([]);
  await settleMoves(parts, READ + 19 * MINUTE_MS);
  const counted = { count: 2, right: 1, positiveScores: 1, positiveMoves: 2 };
  expect(await scores.signCounts(LEXICON_SCORER.name, 'energies', 'databento')).toEqual([
    ...[1, 5, 15].map((minutes) => ({ minutes, ...counted })),
  ]);
  expect(await scores.unsettled('databento', READ + MINUTE_MS, 10)).toEqual([]);
  expect(await scores.signCounts(LEXICON_SCORER.name, 'energies', 'rithmic')).toEqual([]);
  expect(await scores.signCounts('another', 'energies', 'databento')).toEqual([]);
});

test('a scorer that cannot be reached leaves the headline for later', async () => {
  const { parts, scores } = await stored('Crude inventories fall');
  const broken = { name: LEXICON_SCORER.name, score: () => Promise.reject(new Error('gone')) };
  await scoreHeadlines({ ...parts, scorer: broken });
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toHaveLength(1);
  await scoreHeadlines(parts);
  expect(await scores.unscored(LEXICON_SCORER.name, 10)).toEqual([]);
});

test('a move begins with the last price before the minute in which the headline was read', () => {
  expect(movesAfter(bars, READ)).toEqual([
    { minutes: 1, ticks: 2 },
    { minutes: 5, ticks: 6 },
    { minutes: 15, ticks: 16 },
  ]);
});

test('where the market was closed nothing is known', () => {
  const early = bars.slice(0, 5);
  expect(movesAfter(early, READ).map(({ ticks }) => ticks)).toEqual([2, null, null]);
  expect(movesAfter([], READ).map(({ ticks }) => ticks)).toEqual([null, null, null]);
});
