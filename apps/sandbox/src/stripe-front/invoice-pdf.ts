/** The PDF of an invoice. */
import { SAMPLE_COMPANY } from '#config/sample-company.ts';
import { type InvoiceFacts, moneyOf } from './invoice-facts.ts';
import { type PdfRule, type PdfText, pdfPage } from './pdf-page.ts';

const LEFT = 56;
const RIGHT = 539;
const ROW = 32;
const MAX_LINES = 12;

export function invoicePdf(facts: InvoiceFacts): Buffer {
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
