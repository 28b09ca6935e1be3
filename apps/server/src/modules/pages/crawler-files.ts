/** Files for search engines: the public pages, and the paths that are excluded. */
import { PUBLIC_PAGES } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';

/** Signed-in pages carry `noindex` themselves, which only crawlers that may fetch them see. */
/** The document of the interface lists what programs call, not what crawlers read. */
const HIDDEN = { schema: { hide: true } };

function robotsOf(publicOrigin: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${publicOrigin}/sitemap.xml\n`;
}

function sitemapOf(publicOrigin: string): string {
  const pages = PUBLIC_PAGES.filter(({ indexed }) => indexed);
  const urls = pages.map(({ path }) => `  <url><loc>${publicOrigin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** `publicOrigin` is checked at start to be an origin: it contains nothing that XML would read as markup. */
export function bindCrawlerFiles(http: FastifyInstance, publicOrigin: string): void {
  const robots = robotsOf(publicOrigin);
  const sitemap = sitemapOf(publicOrigin);
  http.get('/robots.txt', HIDDEN, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
  );
  http.get('/sitemap.xml', HIDDEN, (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemap),
  );
}
