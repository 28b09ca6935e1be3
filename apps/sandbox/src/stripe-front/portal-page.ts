/** The billing portal: plan, card, invoices, cancellation. No change of plan: the product does that. */
import { type Markup, markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { BANNER, CARD_HOST, type CardHostFacts, cardHost, HOST_STYLE } from './card-host.ts';
import { moneyOf } from './invoice-facts.ts';

export interface PortalSubscription {
  readonly name: string;
  readonly pricePence: number;
  /** A sentence: what happens next, and when. */
  readonly next: string;
  readonly cancels: boolean;
}

export interface PortalInvoice {
  readonly number: string;
  readonly day: string;
  readonly amountPence: number;
  readonly status: string;
  /** Null while it is a draft. */
  readonly url: string | null;
}

export interface PortalFacts {
  /** Path of this visit. */
  readonly path: string;
  readonly returnUrl: string;
  readonly email: string;
  readonly card: string | null;
  readonly subscription: PortalSubscription | null;
  readonly invoices: readonly PortalInvoice[];
  readonly notice: string | null;
}

function planSection({ path, subscription }: PortalFacts): Markup {
  if (subscription === null)
    return markup`<section class="card" aria-labelledby="plan"><h2 id="plan">Plan</h2><p>You have no plan.</p></section>`;
  const { name, pricePence, next, cancels } = subscription;
  const action = cancels
    ? markup`<form method="post" action="${path}/resume"><button type="submit">Keep the plan</button></form>`
    : markup`<form method="post" action="${path}/cancel"><button type="submit" class="danger">Cancel at the end of the period</button></form>`;
  return markup`<section class="card" aria-labelledby="plan"><h2 id="plan">Plan</h2><p>${name}, ${moneyOf(pricePence)} a month</p><p class="quiet">${next}</p>${action}</section>`;
}

function invoiceRow({ number, day, amountPence, status, url }: PortalInvoice): Markup {
  const name = url === null ? markup`${number}` : markup`<a href="${url}">${number}</a>`;
  return markup`<tr><td>${name}</td><td>${day}</td><td>${status}</td><td class="num">${moneyOf(amountPence)}</td></tr>`;
}

const STYLE = `${HOST_STYLE}
section form,section .button{margin-top:16px}`;

export function portalPage(facts: PortalFacts): SandboxPage {
  const { path, returnUrl, email, card, invoices, notice } = facts;
  const rows = markup`<table><thead><tr><th scope="col">Invoice</th><th scope="col">Date</th><th scope="col">Status</th><th scope="col" class="num">Amount</th></tr></thead><tbody>${invoices.map(invoiceRow)}</tbody></table>`;
  const body = markup`<main><header><h1>Billing</h1><a class="button" href="${returnUrl}">Return to Undertow</a></header>
<p class="quiet">${email}</p>${notice === null ? null : markup`<p role="status">${notice}</p>`}
${planSection(facts)}
<section class="card" aria-labelledby="method"><h2 id="method">Card</h2><p>${card ?? 'No card is kept.'}</p><a class="button" href="${path}/card">${card === null ? 'Add a card' : 'Replace the card'}</a></section>
<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>${invoices.length === 0 ? markup`<p>There are no invoices yet.</p>` : rows}</section></main>`;
  return sandboxPage({ title: 'Billing · Undertow sandbox', banner: BANNER, style: STYLE, body });
}

/** Where a new card is typed in. */
export function portalCardPage(path: string, host: CardHostFacts): SandboxPage {
  const body = markup`<main><header><h1>Replace the card</h1><a class="button" href="${path}">Back</a></header><div class="card">${cardHost(host)}</div></main>`;
  return sandboxPage({
    title: 'Card · Undertow sandbox',
    banner: BANNER,
    style: HOST_STYLE,
    body,
    ...CARD_HOST,
  });
}
