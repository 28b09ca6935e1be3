/** A form with the payment element, for the provider's own pages. */
import { type Markup, markup } from '#pages/markup.ts';

export const BANNER = 'Sandbox: no real card is charged';

/** Scripts and policy of a page that holds such a form. */
export const CARD_HOST = {
  scripts: ['/endive/stripe.js', '/frames/host.js'],
  policy: ["frame-src 'self'"],
} as const;

export interface CardHostFacts {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly returnUrl: string;
  readonly button: string;
}

export function cardHost({ publishableKey, clientSecret, returnUrl, button }: CardHostFacts): Markup {
  return markup`<form class="card-host" data-key="${publishableKey}" data-secret="${clientSecret}" data-return-url="${returnUrl}"><div id="card"></div><p class="problem" role="alert"></p><button type="submit" class="primary">${button}</button></form>`;
}

export const HOST_STYLE = `
main{max-width:760px;margin:0 auto;padding:24px;display:grid;gap:16px}
header{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
header h1{margin:0 auto 0 0}
.card-host{display:grid;gap:12px;max-width:480px}
.problem{color:var(--bad)}
.problem:empty{display:none}
.rows{padding:0 24px;overflow-x:auto}
.sum td{border-bottom:0;padding-block:4px}
.sum:last-child td{padding-bottom:16px}
.strong td{font-weight:600}
td small{display:block;color:var(--text3);font-size:12px}
tr:last-child td{border-bottom:0}`;
