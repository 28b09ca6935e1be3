/** The frame of every page the sandbox shows: one look in both themes, a banner, and a policy that runs no inline script. */
import { createHash } from 'node:crypto';
import { Markup, markup } from './markup.ts';

/** Colours of the product's design tokens. */
export const LIGHT =
  'color-scheme:light;--bg:#eef1f5;--surface:#fff;--raised:#f6f8fa;--line:#dbe1e9;--strong:#7d8a9c;--text:#10161f;--text2:#404d5e;--text3:#5a6778;--accent:#1d5fd1;--on:#fff;--soft:#e4edfc;--ok:#0a6f66;--bad:#bb2623;--warn:#8a5a00;--warnsoft:#fbefd0';
export const DARK =
  'color-scheme:dark;--bg:#090c11;--surface:#0e131a;--raised:#151c25;--line:#1f2833;--strong:#617085;--text:#e4eaf2;--text2:#b0bbc9;--text3:#8592a4;--accent:#5b9bff;--on:#06101f;--soft:#15263f;--ok:#3dbcaf;--bad:#f4716e;--warn:#e3b341;--warnsoft:#2e2612';

/** The theme of a page is the browser's. */
const PALETTE = `:root{${LIGHT}}@media(prefers-color-scheme:dark){:root{${DARK}}}`;

const BASE = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:14px/1.5 "IBM Plex Sans",system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:20px;line-height:1.25;margin:0 0 4px;font-weight:600}
h2{font-size:14px;line-height:1.3;margin:0 0 8px;font-weight:600}
p{margin:0}
a{color:var(--accent)}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-height:36px;padding:0 14px;border:1px solid var(--strong);border-radius:5px;background:var(--surface);color:var(--text);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--raised)}
.primary{border-color:var(--accent);background:var(--accent);color:var(--on);font-weight:600}
.primary:hover{background:var(--accent);filter:brightness(.93)}
.danger{border-color:var(--bad);color:var(--bad)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.banner{padding:8px 24px;background:var(--warnsoft);color:var(--warn);font-size:13px;font-weight:500;text-align:center}
.quiet{color:var(--text3)}
.card{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:24px}
table{width:100%;border-collapse:collapse;font-size:13px}
th{padding:8px 12px;text-align:left;font-size:11px;font-weight:500;color:var(--text3);border-bottom:1px solid var(--line)}
td{padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top}
.num{text-align:right;white-space:nowrap}`;

export interface PageParts {
  readonly title: string;
  /** The banner on top of the page; null for pages that show it elsewhere. */
  readonly banner: string | null;
  /** Style of this page after the base. */
  readonly style?: string;
  readonly body: Markup;
  /** Values for scripts in `document.documentElement.dataset`. */
  readonly data?: Readonly<Record<string, string>>;
  /** Scripts of the page, addresses of this origin. */
  readonly scripts?: readonly string[];
  /** Directives beside those every page has, for example `frame-ancestors 'self'`. */
  readonly policy?: readonly string[];
}

export interface SandboxPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

function policyOf(styles: string, extra: readonly string[]): string {
  const digest = createHash('sha256').update(styles).digest('base64');
  const fixed = [
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    "script-src 'self'",
    "base-uri 'none'",
  ];
  const named = new Set(extra.map((directive) => directive.split(' ', 1)[0]));
  const closed = ["form-action 'self'", "frame-ancestors 'none'"].filter(
    (directive) => !named.has(directive.split(' ', 1)[0]),
  );
  return [...fixed, ...closed, ...extra].join('; ');
}

/** A whole page and the headers it is to be sent with. */
export function sandboxPage({
  title,
  banner,
  style = '',
  body,
  data = {},
  scripts = [],
  policy = [],
}: PageParts): SandboxPage {
  const styles = PALETTE + BASE + style;
  const { html } = markup`<!doctype html>
<html lang="en-GB"${Object.entries(data).map(([name, value]) => markup` data-${name}="${value}"`)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${new Markup(styles)}</style>${scripts.map((src) => markup`<script defer src="${src}"></script>`)}</head>
<body>${banner === null ? null : markup`<p class="banner" role="note">${banner}</p>`}${body}</body></html>`;
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(styles, policy),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
