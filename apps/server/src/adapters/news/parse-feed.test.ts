/** Headlines of hostile and careless feeds: text, or left out; times as stated, or why not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SourceFailure } from '#ports/news/news-sources.ts';
import { parseFeed } from './parse-feed.ts';

const NOW = Date.UTC(2026, 10, 25, 14);
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items}</channel></rss>`;
const item = (title: string, more = ''): string => `<item><title>${title}</title>${more}</item>`;

test('RSS, Atom, RDF and JSON Feed are read', () => {
  const published = { publishedMs: Date.UTC(2026, 10, 25, 13, 30), timeFault: null };
  expect(
    parseFeed(
      rss(
        item(
          'Consumer prices rise',
          '<link>https://bls.gov/1</link><guid>g1</guid><pubDate>Wed, 25 Nov 2026 08:30:00 EST</pubDate>',
        ),
      ),
      NOW,
    ),
  ).toEqual([{ uid: 'g1', title: 'Consumer prices rise', link: 'https://bls.gov/1', ...published }]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>u</id><updated>2026-11-25T13:30:00Z</updated>
    <entry><title type="html">Prices &lt;b&gt;rise&lt;/b&gt;</title><id>i</id><link href="https://x.example/"/>
    <updated>2026-11-25T08:30:00-05:00</updated></entry></feed>`;
  expect(parseFeed(atom, NOW)).toEqual([
    { uid: 'i', title: 'Prices rise', link: 'https://x.example/', ...published },
  ]);
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://x.example"><title>t</title></channel>
    <item rdf:about="https://x.example/1"><title>Prices rise</title><link>https://x.example/1</link><dc:date>2026-11-25T13:30:00Z</dc:date></item></rdf:RDF>`;
  expect(parseFeed(rdf, NOW)).toMatchObject([{ title: 'Prices rise', ...published }]);
  const json = {
    version: 'https://jsonfeed.org/version/1.1',
    ...{
      title: 't',
      items: [{ id: '1', title: 'Prices rise', date_published: '2026-11-25T14:30:00+01:00' }],
    },
  };
  expect(parseFeed(JSON.stringify(json), NOW)).toEqual([
    { uid: '1', title: 'Prices rise', link: null, ...published },
  ]);
});

test.each([
  ['2026-11-25T13:30:00', 'no-zone'],
  ['Wed, 25 Nov 2026 08:30:00', 'no-zone'],
  ['Wed, 25 Nov 2026 18:30:00 GMT', 'future'],
  ['2126-11-25T13:30:00Z', 'future'],
  ['yesterday GMT', 'not-a-time'],
  ['0000-00-00T00:00:00Z', 'not-a-time'],
  ['', 'none'],
])('the time %j is not used, and the headline says why', (time, timeFault) => {
  expect(parseFeed(rss(item('Prices', `<pubDate>${time}</pubDate>`)), NOW)).toMatchObject([
    { publishedMs: null, timeFault },
  ]);
});

test.each([
  ['<![CDATA[<script>alert(1)</script>Oil <b>up</b>]]>', 'alert(1) Oil up'],
  ['&lt;img src=x onerror=alert(1)&gt;Oil', 'Oil'],
  ['&amp;lt;i&amp;gt;Oil&amp;lt;/i&amp;gt; up', 'Oil up'],
  ['Oil\u202e\u0007\n\t up \u200b', 'Oil up'],
  ['Oil &#8217;26 &amp;amp; gas', 'Oil ’26 & gas'],
  ['2 &lt; 3', '2 < 3'],
])('of %j only the text remains', (title, text) => {
  expect(parseFeed(rss(item(title)), NOW)).toMatchObject([{ title: text }]);
});

test('entries without words are left out, long ones are cut, and links are https or none', () => {
  const found = parseFeed(
    rss(
      `${item('')}${item('&lt;br&gt;')}${item('a '.repeat(4000))}${item('b', '<link>javascript:alert(1)</link>')}${item('c', '<link>http://x.example/</link>')}`,
    ),
    NOW,
  );
  expect(found.map(({ title, link }) => [title.length, link])).toEqual([
    ...[
      [300, null],
      [1, null],
      [1, null],
    ].map((one) => (one[0] === 300 ? [expect.any(Number), null] : one)),
  ]);
  expect(found[0]!.title.length).toBeLessThanOrEqual(300);
});

test('a feed of thousands of entries is read up to its first ones', () => {
  const items = Array.from({ length: 3000 }, (_, n) => item(`Headline ${n}`)).join('');
  expect(parseFeed(rss(items), NOW)).toHaveLength(200);
});

test('entities that multiply are not expanded', () => {
  let declared = '<!ENTITY e0 "lol">';
  for (let n = 1; n < 10; n += 1) declared += `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`;
  const found = parseFeed(`<!DOCTYPE x [${declared}]>${rss(item('&e9;'))}`, NOW);
  expect(found.every(({ title }) => title.length < 300)).toBe(true);
});

test.each(['', '<html><title>x</title></html>', '{', '<rss><channel>', '[]', 'null', '\u0000'])(
  '%j is refused as no feed',
  (text) => {
    expect(() => parseFeed(text, NOW)).toThrow(SourceFailure);
  },
);

test('whatever comes, a headline is one line of text or a refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      let found: ReturnType<typeof parseFeed>;
      try {
        found = parseFeed(rss(item(escaped)), NOW);
      } catch (error) {
        expect(error).toBeInstanceOf(SourceFailure);
        return;
      }
      for (const { title } of found) {
        expect(title).not.toMatch(/[\n\r\p{Cc}\p{Cf}]/u);
        expect(title.length).toBeLessThanOrEqual(300);
      }
    }),
  );
});
