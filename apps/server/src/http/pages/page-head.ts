/** The head of a page for clients that run no script: title, description, address, card, and whether to index it. */
import {
  PUBLIC_PAGES,
  type PublicPage,
  publicPageAt,
  SIGNED_IN_FOLDERS,
  SIGNED_IN_PATHS,
} from '@undertow/contracts';

const SITE = 'Undertow';
const CARD = { path: '/social-card.png', width: 1200, height: 630 } as const;
const CARD_ALT = 'Undertow: see the orders behind the price. Analysis tool only, no investment advice.';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for markup and for quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`;

function cardOf({ path, title, description }: PublicPage, origin: string): readonly string[] {
  const image = origin + CARD.path;
  return [
    `<link rel="canonical" href="${escaped(origin + path)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:locale', 'en_GB'),
    meta('property', 'og:url', origin + path),
    meta('property', 'og:title', `${title} · ${SITE}`),
    meta('property', 'og:description', description),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', String(CARD.width)),
    meta('property', 'og:image:height', String(CARD.height)),
    meta('property', 'og:image:alt', CARD_ALT),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', `${title} · ${SITE}`),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', image),
    meta('name', 'twitter:image:alt', CARD_ALT),
  ];
}

const NOT_LISTED = meta('name', 'robots', 'noindex');

/** The shell with the head of a page; without a page it is not indexed. */
function withHead(shell: string, page: PublicPage | undefined, origin: string): string {
  const lines = [
    ...(page === undefined ? [] : cardOf(page, origin)),
    ...(page?.indexed === true ? [] : [NOT_LISTED]),
  ];
  const added = shell.replace('</head>', () => `${lines.join('\n    ')}\n  </head>`);
  if (page === undefined) return added;
  return added
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(`${page.title} · ${SITE}`)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => meta('name', 'description', page.description));
}

export interface PageDocument {
  readonly html: string;
  readonly status: 200 | 404;
  /** False: search engines are requested not to index it. */
  readonly indexed: boolean;
}

function isOfFolder(path: string): boolean {
  return SIGNED_IN_FOLDERS.some(
    (folder) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'),
  );
}

interface PageSettings {
  readonly publicOrigin: string;
  /** Paths of pages that are switched off here: they return 404. */
  readonly hiddenPaths: readonly string[];
}

/** Returns the document of a path. Each one is rendered once, at start; nothing of a request is in it. */
export function createPageDocuments(
  shell: string,
  { publicOrigin, hiddenPaths }: PageSettings,
): (path: string) => PageDocument {
  const unlisted = withHead(shell, undefined, publicOrigin);
  const known = new Map<string, PageDocument>(
    SIGNED_IN_PATHS.filter((path) => !hiddenPaths.includes(path)).map((path) => [
      path,
      { html: unlisted, status: 200, indexed: false },
    ]),
  );
  for (const { path } of PUBLIC_PAGES) {
    const page = publicPageAt(path);
    const html = withHead(shell, page, publicOrigin);
    known.set(path, { html, status: 200, indexed: page?.indexed === true });
  }
  const within: PageDocument = { html: unlisted, status: 200, indexed: false };
  const missing: PageDocument = { html: unlisted, status: 404, indexed: false };
  return (path) => known.get(path) ?? (isOfFolder(path) ? within : missing);
}
