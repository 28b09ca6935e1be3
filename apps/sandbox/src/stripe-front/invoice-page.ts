/** The hosted page of an invoice: its facts, its PDF, and payment while it is open. */

import { SAMPLE_COMPANY } from '#config/sample-company.ts';
import { type Markup, markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { BANNER, CARD_HOST, type CardHostFacts, cardHost, HOST_STYLE } from './card-host.ts';
import { type InvoiceFacts, type InvoiceSum, moneyOf } from './invoice-facts.ts';

const STATUS_WORDS: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Open: payment is due',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void: nothing is due',
};

export interface InvoicePageFacts {
  readonly invoice: InvoiceFacts;
  readonly pdfPath: string;
  /** Null where there is nothing to pay. */
  readonly payment: CardHostFacts | null;
  readonly notice: string | null;
}

function sumRow({ label, amountPence, strong }: InvoiceSum): Markup {
  return markup`<tr class="${strong ? 'sum strong' : 'sum'}"><td>${label}</td><td class="num">${moneyOf(amountPence)}</td></tr>`;
}

export function invoicePage({ invoice, pdfPath, payment, notice }: InvoicePageFacts): SandboxPage {
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
