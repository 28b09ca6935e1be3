/** The bank's page: shows what is to be confirmed, takes the user's answer, redirects to the intent's return URL. */
import type { FastifyInstance } from 'fastify';
import { markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { BANNER } from './card-host.ts';
import { type ApiBody, ApiRefusal, type FrontApi } from './front-api.ts';
import { moneyOf } from './invoice-facts.ts';
import { formOf, parentsOf, queryOf, Redirect, respond } from './page-responses.ts';

const STYLE = `
html{background:transparent}
body{min-height:100vh;display:grid;place-items:center;padding:24px;background:rgb(9 12 17/.6)}
main{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:8px;overflow:hidden}
main>div{padding:24px}
p+p{margin-top:8px}
.actions{display:grid;gap:8px;margin-top:24px}
.actions button{min-height:44px}`;

interface BankPageFacts {
  readonly parents: readonly string[];
  /** What is to be confirmed, in words. */
  readonly purpose: string;
  /** Where the two buttons lead; null when it is over. */
  readonly action: string | null;
  /** How it ended; null while it has not. */
  readonly outcome: 'succeeded' | 'failed' | null;
  /** Origin of the return address: the response to the form may lead there. */
  readonly returnOrigin: string | null;
}

const ENDED = {
  succeeded: 'The confirmation is complete.',
  failed: 'The confirmation was refused.',
} as const;

/** The bank's page: the customer completes or refuses the confirmation; in the script's dialog, or as a page with a return URL. */
function bankPage({ parents, purpose, action, outcome, returnOrigin }: BankPageFacts): SandboxPage {
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

const KINDS = { pi: 'payment_intents', seti: 'setup_intents' } as const;

async function intentOf(api: FrontApi, secret: string): Promise<ApiBody> {
  const [id = ''] = secret.split('_secret_');
  const kind = KINDS[id.split('_', 1)[0] as keyof typeof KINDS];
  if (kind === undefined) throw new ApiRefusal(404, 'There is nothing to confirm here.');
  return api.get(`/v1/${kind}/${encodeURIComponent(id)}`, { client_secret: secret });
}

function returnUrlOf(intent: ApiBody): string | null {
  const action = intent['next_action'] as { redirect_to_url?: { return_url?: string } } | null;
  const url = action?.redirect_to_url?.return_url;
  return url !== undefined && /^https?:/.test(url) && URL.canParse(url) ? url : null;
}

/** The return address with what the script adds to it. */
function backTo(address: string, intent: ApiBody): string {
  const url = new URL(address);
  const object = String(intent['object']);
  url.searchParams.set(object, String(intent['id']));
  url.searchParams.set(`${object}_client_secret`, String(intent['client_secret']));
  url.searchParams.set('redirect_status', intent['status'] === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function purposeOf(intent: ApiBody): string {
  return intent['object'] === 'setup_intent'
    ? 'Keep this card for later payments to Undertow.'
    : `Pay ${moneyOf(Number(intent['amount']))} to Undertow.`;
}

export function registerBank(app: FastifyInstance, world: World, api: FrontApi): void {
  function page(intent: ApiBody, action: string | null, returnUrl: string | null) {
    const ended = intent['status'] === 'succeeded' ? ('succeeded' as const) : ('failed' as const);
    return bankPage({
      parents: parentsOf(world),
      purpose: purposeOf(intent),
      action,
      outcome: action === null ? ended : null,
      returnOrigin: returnUrl === null ? null : new URL(returnUrl).origin,
    });
  }

  app.get(PAGES.authentication, (request, reply) =>
    respond(reply, async () => {
      const secret = queryOf(request).get('client_secret') ?? '';
      const intent = await intentOf(api, secret);
      const waits = intent['status'] === 'requires_action';
      const action = `${PAGES.authentication}?${new URLSearchParams({ client_secret: secret })}`;
      return page(intent, waits ? action : null, returnUrlOf(intent));
    }),
  );

  app.post(PAGES.authentication, (request, reply) =>
    respond(reply, async () => {
      const outcome = formOf(request).get('outcome') === 'succeeded' ? 'complete' : 'fail';
      const secret = queryOf(request).get('client_secret') ?? '';
      const before = await intentOf(api, secret);
      const returnUrl = returnUrlOf(before);
      const after = await authenticated(secret, outcome, before);
      return returnUrl === null ? page(after, null, null) : new Redirect(backTo(returnUrl, after));
    }),
  );

  /** A second answer changes nothing. */
  async function authenticated(secret: string, outcome: string, before: ApiBody): Promise<ApiBody> {
    if (before['status'] !== 'requires_action') return before;
    const response = await app.inject({
      method: 'POST',
      url: '/sandbox/authenticate',
      payload: { client_secret: secret, outcome },
    });
    if (response.statusCode >= 400)
      throw new ApiRefusal(response.statusCode, 'The bank could not take the answer.');
    return intentOf(api, secret);
  }
}
