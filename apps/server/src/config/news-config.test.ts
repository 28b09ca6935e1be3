/** Addresses of news sources: several, each once, and none that would leak or reach another machine unencrypted. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { NEWS_SHAPE, newsOf } from './news-config.ts';

const parsed = (given: object) => newsOf(z.object(NEWS_SHAPE).parse(given));

test('without settings there are no sources', () => {
  expect(parsed({})).toEqual({ sources: [], everyMs: 300_000, scorer: null });
});

test('addresses are separated by commas or spaces, and each counts once', () => {
  const given = {
    NEWS_FEEDS: 'https://a.example/rss, https://b.example/x\nhttps://a.example/rss',
    NEWS_CALENDARS: 'http://localhost:1/c.ics',
  };
  expect(parsed(given).sources).toEqual([
    { kind: 'feed', url: 'https://a.example/rss' },
    { kind: 'feed', url: 'https://b.example/x' },
    { kind: 'calendar', url: 'http://localhost:1/c.ics' },
  ]);
});

test('an endpoint for scores needs its model', () => {
  const url = 'http://localhost:11434/v1';
  expect(parsed({ NEWS_SCORER_URL: url, NEWS_SCORER_MODEL: 'small' }).scorer).toEqual({
    url,
    model: 'small',
    key: null,
  });
  expect(() => parsed({ NEWS_SCORER_URL: url })).toThrow(
    'expected NEWS_SCORER_URL and NEWS_SCORER_MODEL together',
  );
  // Compose provides the file of every secret
  expect(parsed({ NEWS_SCORER_KEY: 'none' }).scorer).toBeNull();
});

test.each(['http://a.example/rss', 'file:///etc/passwd', 'nothing', 'https://u:p@a.example/'])(
  '%s is refused',
  (url) => {
    expect(() => parsed({ NEWS_FEEDS: url })).toThrow('expected addresses with https');
  },
);
