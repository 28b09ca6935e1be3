/** Headlines of a feed in any of the usual formats. */
import { parseFeed as parseAny } from 'feedsmith';
import { type ReadHeadline, SourceFailure } from '#ports/news/news-sources.ts';
import { plainText } from './plain-text.ts';
import { statedTime } from './stated-time.ts';

/** Of one response: a feed announces what is new, and no archive. */
const MAX_ITEMS = 200;
const MAX_UID_CHARS = 500;

interface Entry {
  readonly title: string | undefined;
  readonly uid: string | undefined;
  readonly link: string | undefined;
  readonly time: string | undefined;
}

/** Times stay as they are written: what they mean is decided by `statedTime`. */
const parse = (text: string) => parseAny(text, { maxItems: MAX_ITEMS, parseDateFn: (raw) => raw });

type ParsedFeed = ReturnType<typeof parse>;

function entriesOf(parsed: ParsedFeed): readonly Entry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map(({ title, guid, link, pubDate, dc }) => ({
        ...{ title, link, uid: guid?.value, time: pubDate ?? dc?.dates?.[0] },
      }));
    case 'atom':
      return (parsed.feed.entries ?? []).map(({ title, id, links, published, updated }) => ({
        title: title?.value,
        uid: id,
        link: (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.[0])?.href,
        time: published ?? updated,
      }));
    case 'rdf':
      return (parsed.feed.items ?? []).map(({ title, link, dc }) => ({
        ...{ title, link, uid: link, time: dc?.dates?.[0] },
      }));
    case 'json':
      return (parsed.feed.items ?? []).map((item) => ({
        title: item.title ?? item.content_text ?? item.summary,
        uid: item.id,
        link: item.url ?? item.external_url,
        time: item.date_published ?? item.date_modified,
      }));
    default:
      return [];
  }
}

function headlineOf({ title, uid, link, time }: Entry, nowMs: number): ReadHeadline[] {
  const shown = plainText(title ?? '');
  if (shown === '') return [];
  const address = link !== undefined && URL.canParse(link) ? new URL(link) : null;
  const safe = address?.protocol === 'https:' && address.href.length <= 2000 ? address.href : null;
  return [
    {
      uid: (uid ?? safe ?? shown).slice(0, MAX_UID_CHARS),
      title: shown,
      link: safe,
      ...statedTime(time, nowMs),
    },
  ];
}

/** Entries without words are left out. Throws `SourceFailure`. */
export function parseFeed(text: string, nowMs: number): readonly ReadHeadline[] {
  let parsed: ParsedFeed;
  try {
    parsed = parse(text);
  } catch (error) {
    throw new SourceFailure('expected a feed in RSS, Atom or JSON Feed', { cause: error });
  }
  return entriesOf(parsed).flatMap((entry) => headlineOf(entry, nowMs));
}
