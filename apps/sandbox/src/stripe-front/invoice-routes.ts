/** Invoices as pages and PDFs. Anyone with the address may read them, as with the real provider. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SAMPLE_COMPANY } from '#config/sample-company.ts';
import { type Markup, markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { BANNER, CARD_HOST, type CardHostFacts, cardHost, HOST_STYLE } from './card-host.ts';
import type { ApiBody, FrontApi } from './front-api.ts';
import { type InvoiceFacts, type InvoiceSum, invoiceFacts, moneyOf } from './invoice-facts.ts';
import { respond } from './page-responses.ts';
import { type PdfRule, type PdfText, pdfPage } from './pdf-page.ts';

const LEFT = 56;
const RIGHT = 539;
const ROW = 32;
const MAX_LINES = 12;

/** The PDF of an invoice. */
function invoicePdf(facts: InvoiceFacts): Buffer {
  const texts: PdfText[] = [
    { text: 'Sandbox: no real card is charged. This is no invoice of a real sale.', x: LEFT, y: 40, size: 9 },
    { text: 'Invoice', x: LEFT, y: 84, size: 22, bold: true },
    { text: `Number ${facts.number}`, x: LEFT, y: 110, size: 10 },
    { text: `Date ${facts.issuedAt}`, x: LEFT, y: 126, size: 10 },
    { text: `Status ${facts.status}`, x: LEFT, y: 142, size: 10 },
    { text: SAMPLE_COMPANY.name, x: 320, y: 110, size: 10, bold: true },
    { text: SAMPLE_COMPANY.address, x: 320, y: 126, size: 10 },
    { text: `VAT ${SAMPLE_COMPANY.vatNumber}`, x: 320, y: 142, size: 10 },
    { text: `To ${facts.customer}`, x: LEFT, y: 174, size: 10 },
    { text: 'Description', x: LEFT, y: 214, size: 9, bold: true },
    { text: 'Amount', x: RIGHT, y: 214, size: 9, bold: true, right: true },
  ];
  const rules: PdfRule[] = [{ y: 220, from: LEFT, to: RIGHT }];
  let y = 238;
  for (const line of facts.lines.slice(0, MAX_LINES)) {
    texts.push({ text: line.text.slice(0, 80), x: LEFT, y, size: 10 });
    if (line.period !== null) texts.push({ text: line.period, x: LEFT, y: y + 12, size: 8 });
    texts.push({ text: moneyOf(line.amountPence), x: RIGHT, y, size: 10, right: true });
    y += ROW;
  }
  if (facts.lines.length > MAX_LINES)
    texts.push({ text: `and ${facts.lines.length - MAX_LINES} more lines`, x: LEFT, y, size: 8 });
  rules.push({ y, from: LEFT, to: RIGHT });
  for (const { label, amountPence, strong } of facts.sums) {
    y += 20;
    texts.push({ text: label, x: 320, y, size: 10, bold: strong });
    texts.push({ text: moneyOf(amountPence), x: RIGHT, y, size: 10, bold: strong, right: true });
  }
  return pdfPage(`Invoice ${facts.number}`, texts, rules);
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open: payment is due',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void: nothing is due',
};

interface InvoicePageFacts {
  readonly invoice: InvoiceFacts;
  readonly pdfPath: string;
  /** Null where there is nothing to pay. */
  readonly payment: CardHostFacts | null;
  readonly notice: string | null;
}

function sumRow({ label, amountPence, strong }: InvoiceSum): Markup {
  return markup`<tr class="${strong ? 'sum strong' : 'sum'}"><td>${label}</td><td class="num">${moneyOf(amountPence)}</td></tr>`;
}

/** The hosted page of an invoice: its facts, its PDF, and payment while it is open. */
function invoicePage({ invoice, pdfPath, payment, notice }: InvoicePageFacts): SandboxPage {
  const lines = invoice.lines.map(
    ({ text, period, amountPence }) =>
      markup`<tr><td>${text}${period === null ? null : markup`<small>${period}</small>`}</td><td class="num">${moneyOf(amountPence)}</td></tr>`,
  );
  const pay =
    payment === null
      ? null
      : markup`<section class="card" aria-labelledby="pay"><h2 id="pay">Pay ${moneyOf(invoice.remainingPence)}</h2>${cardHost(payment)}</section>`;
  const body = markup`<main><header><h1>Invoice ${invoice.number}</h1><a class="button" href="${pdfPath}">Download PDF</a></header>
${notice === null ? null : markup`<p role="status">${notice}</p>`}
<p>${STATUS_WORDS[invoice.status] ?? invoice.status} · ${invoice.issuedAt}${invoice.paidAt === null ? null : `, paid ${invoice.paidAt}`}<br><span class="quiet">${SAMPLE_COMPANY.name}, VAT ${SAMPLE_COMPANY.vatNumber}${invoice.customer === '' ? null : `, to ${invoice.customer}`}</span></p>
<div class="card rows"><table><thead><tr><th scope="col">Description</th><th scope="col" class="num">Amount</th></tr></thead><tbody>${lines}${invoice.sums.map(sumRow)}</tbody></table></div>${pay}</main>`;
  return sandboxPage({
    title: `Invoice ${invoice.number} · Undertow sandbox`,
    banner: BANNER,
    style: HOST_STYLE,
    body,
    ...(payment === null ? {} : CARD_HOST),
  });
}

type ById = { readonly Params: { readonly id: string } };

function sendPdf(reply: FastifyReply, name: string, bytes: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .headers({
      'content-disposition': `inline; filename="${name.replaceAll(/[^\w-]/g, '')}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(bytes);
}

export function registerInvoices(app: FastifyInstance, world: World, api: FrontApi): void {
  const read = (id: string): Promise<ApiBody> =>
    api.get(`/v1/invoices/${encodeURIComponent(id)}`, { 'expand[]': 'confirmation_secret' });

  app.get<ById>(`${PAGES.invoice}/:id`, (request, reply) =>
    respond(reply, async () => {
      const found = await read(request.params.id);
      const invoice = invoiceFacts(found);
      const secret = (found['confirmation_secret'] as { client_secret?: string } | null)?.client_secret;
      const path = `${PAGES.invoice}/${invoice.id}`;
      const isOpen = invoice.status === 'open' && invoice.remainingPence > 0 && secret !== undefined;
      const payment = isOpen
        ? {
            publishableKey: world.settings.publishableKey,
            clientSecret: secret,
            returnUrl: `${world.origin}${path}`,
            button: 'Pay',
          }
        : null;
      const cameBack = request.url.includes('redirect_status=');
      const notice = cameBack && invoice.status === 'paid' ? 'Payment received. Thank you.' : null;
      return invoicePage({ invoice, pdfPath: `${path}/pdf`, payment, notice });
    }),
  );

  app.get<ById>(`${PAGES.invoice}/:id/pdf`, async (request, reply) => {
    const invoice = invoiceFacts(await read(request.params.id));
    return sendPdf(reply, `Invoice-${invoice.number}`, invoicePdf(invoice));
  });
}
