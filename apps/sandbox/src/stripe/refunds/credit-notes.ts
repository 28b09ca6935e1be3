/** Credit notes of paid invoices: the refund or the credit, with the VAT in it. */
import { type Call, paramObject } from '#stripe/api/api.ts';
import { includedTaxes } from '#stripe/invoices/tax.ts';
import { type CreditNote, newCreditNote } from '#stripe/objects/credit-note.ts';
import { newBalanceTransaction } from '#stripe/objects/customer.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { change, create } from '#stripe/state/events.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { hashes, integer, mergedMetadata, type Params, requiredText, text } from '#stripe/wire/params.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';
import { refundCharge } from './refunds.ts';

interface CreditParts {
  readonly invoice: Invoice;
  readonly amount: number;
  readonly refundAmount: number;
  readonly creditAmount: number;
  /** Refunds made before, now named by the note. */
  readonly made: readonly { readonly amount_refunded: number; readonly refund: string }[];
}

function madeRefunds({ store }: World, params: Params): CreditParts['made'] {
  return (hashes(params, 'refunds') ?? []).map((entry) => {
    const id = requiredText(entry, 'refund');
    const refund = store.get('refund', id);
    if (refund === undefined) throw missing('refund', id, 'refunds');
    return { amount_refunded: integer(entry, 'amount_refunded') ?? refund.amount, refund: id };
  });
}

function readParts(call: Call): CreditParts {
  const { world, params } = call;
  const invoice = paramObject(call, 'invoice', 'invoice');
  if (invoice === undefined)
    throw invalid('Missing required param: invoice.', 'invoice', 'parameter_missing');
  if (invoice.status !== 'paid') throw invalid('The sandbox makes credit notes of paid invoices.', 'invoice');
  const made = madeRefunds(world, params);
  const refunded = made.reduce((sum, one) => sum + one.amount_refunded, 0);
  const lines = (hashes(params, 'lines') ?? []).reduce(
    (sum, line) => sum + (integer(line, 'amount') ?? 0),
    0,
  );
  const refundAmount = integer(params, 'refund_amount') ?? 0;
  const creditAmount = integer(params, 'credit_amount') ?? 0;
  const amount = integer(params, 'amount') ?? (lines || refundAmount + creditAmount + refunded);
  if (amount <= 0) throw invalid('You must specify an amount.', 'amount', 'parameter_missing');
  const left = invoice.total - invoice.post_payment_credit_notes_amount;
  if (amount > left)
    throw invalid('The sum of credit notes may not exceed the total of the invoice.', 'amount');
  if (refundAmount + creditAmount + refunded !== amount) {
    throw invalid(
      `The sum of credit amount, refund amount and out of band amount (${refundAmount + creditAmount + refunded}) must equal the credit note amount (${amount}).`,
    );
  }
  return { invoice, amount, refundAmount, creditAmount, made };
}

function refundOf({ world, params }: Call, parts: CreditParts): CreditParts['made'] {
  if (parts.refundAmount === 0) return parts.made;
  const intent = world.store.get('payment_intent', parts.invoice._paymentIntent ?? '');
  const charge = world.store.get('charge', intent?.latest_charge ?? '');
  if (charge === undefined) throw invalid('The invoice has no charge to refund.', 'refund_amount');
  const metadata = mergedMetadata({}, params);
  const refund = refundCharge(world, charge, { amount: parts.refundAmount, reason: null, metadata });
  return [...parts.made, { amount_refunded: refund.amount, refund: refund.id }];
}

function creditTo(world: World, { invoice, creditAmount }: CreditParts): string | null {
  if (creditAmount === 0) return null;
  const customer = world.store.need('customer', invoice.customer);
  const balance = customer.balance - creditAmount;
  change(world, 'customer', customer, { balance }, 'customer.updated');
  return world.store.put(
    'customer_balance_transaction',
    newBalanceTransaction({
      customer: customer.id,
      created: world.clocks.nowFor(invoice),
      amount: -creditAmount,
      ending_balance: balance,
      type: 'credit_note',
      invoice: invoice.id,
    }),
  ).id;
}

function compose(
  { world, params }: Call,
  parts: CreditParts,
  refunds: CreditParts['made'],
  balanceTransaction: string | null,
): CreditNote {
  const { invoice, amount } = parts;
  const rates = invoice.total_taxes.map((tax) => world.store.need('tax_rate', tax.tax_rate_details.tax_rate));
  const earlier = world.store.all('credit_note').filter((note) => note.invoice === invoice.id).length;
  return newCreditNote({
    invoice,
    number: `${invoice.number}-CN-${String(earlier + 1).padStart(2, '0')}`,
    amount,
    taxes: includedTaxes(amount, rates),
    taxRates: rates,
    created: world.clocks.nowFor(invoice),
    memo: text(params, 'memo') ?? null,
    reason: text(params, 'reason') ?? null,
    metadata: mergedMetadata({}, params),
    refunds,
    balanceTransaction,
    pdf: `${world.origin}${PAGES.creditNote}/${invoice.id}/pdf`,
  });
}

export function previewCreditNote(call: Call): CreditNote {
  const parts = readParts(call);
  return compose(call, parts, parts.made, null);
}

export function createCreditNote(call: Call): CreditNote {
  const { world } = call;
  const parts = readParts(call);
  const refunds = refundOf(call, parts);
  const note = compose(call, parts, refunds, creditTo(world, parts));
  create(world, 'credit_note', note, 'credit_note.created');
  const post_payment_credit_notes_amount = parts.invoice.post_payment_credit_notes_amount + parts.amount;
  change(world, 'invoice', parts.invoice, { post_payment_credit_notes_amount }, 'invoice.updated');
  return note;
}
