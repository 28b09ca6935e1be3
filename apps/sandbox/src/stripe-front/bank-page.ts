/** The bank's page: the customer completes or refuses the confirmation; in the script's dialog, or as a page with a return URL. */
import { markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { BANNER } from './card-host.ts';

const STYLE = `
html{background:transparent}
body{min-height:100vh;display:grid;place-items:center;padding:24px;background:rgb(9 12 17/.6)}
main{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow:hidden}
main>div{padding:24px}
p+p{margin-top:8px}
.actions{display:grid;gap:8px;margin-top:24px}
.actions button{min-height:44px}`;

export interface BankPageFacts {
  readonly parents: readonly string[];
  /** What is to be confirmed, in words. */
  readonly purpose: string;
  /** Where the two buttons lead; null when it is over. */
  readonly action: string | null;
  /** How it ended; null while it has not. */
  readonly outcome: 'succeeded' | 'failed' | null;
  /** Origin of the return address: the answer to the form may lead there. */
  readonly returnOrigin: string | null;
}

const ENDED = {
  succeeded: 'The confirmation is complete.',
  failed: 'The confirmation was refused.',
} as const;

export function bankPage({ parents, purpose, action, outcome, returnOrigin }: BankPageFacts): SandboxPage {
  const buttons =
    action === null
      ? null
      : markup`<form class="actions" method="post" action="${action}"><button class="primary" name="outcome" value="succeeded">Complete authentication</button><button id="fail" class="danger" name="outcome" value="failed">Fail authentication</button></form>`;
  const text =
    outcome === null
      ? 'This replaces the page of the bank that issued the card. Complete the confirmation, or refuse it.'
      : ENDED[outcome];
  const body = markup`<main><p class="banner" role="note">${BANNER}</p><div><h1>Confirm with your bank</h1><p>${purpose}</p><p>${text}</p>${buttons}</div></main>`;
  return sandboxPage({
    title: 'Confirm with your bank',
    banner: null,
    style: STYLE,
    body,
    data: { parents: parents.join(' '), ...(outcome === null ? {} : { outcome }) },
    scripts: ['/frames/bank.js'],
    policy: [
      `frame-ancestors ${parents.join(' ')}`,
      `form-action 'self'${returnOrigin === null ? '' : ` ${returnOrigin}`}`,
    ],
  });
}
