/** Reads a feed or a calendar over HTTP: only what changed, not too much, not too long, and nowhere it should not go. */
import { DAY_MS } from '@undertow/market';
import { type GuardedResponse, OutboundError, sendGuarded } from '#adapters/outbound/guarded-request.ts';
import {
  type NewsSource,
  type NewsSources,
  type SourceContent,
  SourceFailure,
  type SourceVersion,
} from '#ports/news/news-sources.ts';
import { parseCalendar } from './parse-calendar.ts';
import { parseFeed } from './parse-feed.ts';

const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Dates of a calendar that are stored: from the days that a chart shows to those that a trader plans. */
const BACK_MS = 2 * DAY_MS;
const AHEAD_MS = 45 * DAY_MS;

export interface SourceReading {
  /** Whether the operator's own address may be of this machine; where it redirects to never may. */
  allowsLoopback(url: string): boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

async function fetched(
  url: string,
  version: SourceVersion,
  reading: SourceReading,
  ending: AbortSignal | undefined,
): Promise<GuardedResponse> {
  const deadlineMs = performance.now() + (reading.timeoutMs ?? TIMEOUT_MS);
  const headers = {
    'user-agent': 'Undertow',
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, text/calendar, */*;q=0.5',
    ...(version.etag === null ? {} : { 'if-none-match': version.etag }),
    ...(version.lastModified === null ? {} : { 'if-modified-since': version.lastModified }),
  };
  let target = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendGuarded({
      ...{ url: target, headers, maxBytes: reading.maxBytes ?? MAX_BYTES },
      timeoutMs: Math.max(1, Math.round(deadlineMs - performance.now())),
      allowsLoopback: redirects === 0 && reading.allowsLoopback(url),
      ending,
    });
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || location === undefined) return response;
    if (redirects === MAX_REDIRECTS) throw new SourceFailure(`expected at most ${MAX_REDIRECTS} redirects`);
    target = URL.canParse(location, target) ? new URL(location, target).href : '';
  }
}

/** Bytes in the encoding that is stated, UTF-8 otherwise. */
function textOf({ body, headers }: GuardedResponse): string {
  const label = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function contentOf(source: NewsSource, response: GuardedResponse, nowMs: number): SourceContent {
  const { status, headers, isWhole } = response;
  if (status === 304) return { kind: 'unchanged' };
  if (status !== 200) throw new SourceFailure(`expected the status 200: ${status}`);
  if (!isWhole) throw new SourceFailure('expected a complete response within the limit of its size');
  const version = { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
  const text = textOf(response);
  if (source.kind === 'feed') return { kind: 'feed', headlines: parseFeed(text, nowMs), version };
  const span = { fromMs: nowMs - BACK_MS, toMs: nowMs + AHEAD_MS };
  return { kind: 'calendar', releases: parseCalendar(text, span), ...span, version };
}

export function createNewsSources(reading: SourceReading): NewsSources {
  return {
    async read(source, version, nowMs, ending) {
      try {
        return contentOf(source, await fetched(source.url, version, reading, ending), nowMs);
      } catch (error) {
        if (error instanceof OutboundError) throw new SourceFailure(error.message, { cause: error });
        throw error;
      }
    },
  };
}
