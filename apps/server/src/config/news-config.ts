/** The settings of news: their schemas for `config.ts`, and their parsed form. */
import { z } from 'zod';
import { refuse } from './parse-settings.ts';
import { integer } from './setting-shapes.ts';
import { isSafeUrl } from './web-address.ts';

const MAX_SOURCES = 50;

/** Without a password in the address: it would be shown with the source. */
function isSource(text: string): boolean {
  return isSafeUrl(text) && new URL(text).username === '' && new URL(text).password === '';
}

const addresses = z
  .string()
  .default('')
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))])
  .refine((urls) => urls.every(isSource), {
    message:
      'expected addresses with https (or http on this machine) separated by commas, without a password',
  })
  .refine((urls) => urls.length <= MAX_SOURCES, { message: `expected at most ${MAX_SOURCES} addresses` });

export const NEWS_SHAPE = {
  NEWS_FEEDS: addresses,
  NEWS_CALENDARS: addresses,
  NEWS_SECONDS: integer(5, 86_400).default(300),
  NEWS_SCORER_URL: z
    .string()
    .refine(isSource, 'expected an address with https, or http on this machine')
    .optional(),
  NEWS_SCORER_MODEL: z.string().min(1).max(100).optional(),
  NEWS_SCORER_KEY: z.string().min(1).optional(),
};

const newsSchema = z.object(NEWS_SHAPE);

/** Null: the lexicon. A key alone is no setting: deployments provide the file of every secret. */
function scorerOf(settings: z.output<typeof newsSchema>) {
  const { NEWS_SCORER_URL: url, NEWS_SCORER_MODEL: model, NEWS_SCORER_KEY: key = null } = settings;
  if (url === undefined && model === undefined) return null;
  if (url !== undefined && model !== undefined) return { url, model, key };
  return refuse(['expected NEWS_SCORER_URL and NEWS_SCORER_MODEL together, or neither of them']);
}

export function newsOf(settings: z.output<typeof newsSchema>) {
  const { NEWS_FEEDS, NEWS_CALENDARS, NEWS_SECONDS } = settings;
  return {
    sources: [
      ...NEWS_FEEDS.map((url) => ({ kind: 'feed' as const, url })),
      ...NEWS_CALENDARS.map((url) => ({ kind: 'calendar' as const, url })),
    ],
    everyMs: NEWS_SECONDS * 1000,
    scorer: scorerOf(settings),
  };
}
