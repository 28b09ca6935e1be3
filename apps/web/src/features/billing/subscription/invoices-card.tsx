/** Invoices, newest first, and the way to the provider's portal for the payment method. */
import type { InvoiceRow } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useBillingPortal, useInvoices, useSubscription } from '#api/account/billing.ts';
import { formatMoney } from '#lib/format/formats.ts';
import { formatDate } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';

const STATES: Readonly<Record<InvoiceRow['status'], { readonly text: string; readonly tone: Tone }>> = {
  draft: { text: 'Draft', tone: 'plain' },
  open: { text: 'Open', tone: 'warn' },
  paid: { text: 'Paid', tone: 'ok' },
  void: { text: 'Void', tone: 'plain' },
  uncollectible: { text: 'Uncollectible', tone: 'bad' },
};

function PortalButton(): ReactNode {
  const portal = useBillingPortal();
  const open = (): void =>
    portal.mutate(undefined, {
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => toastError(error),
    });
  return (
    <Button kind="ghost" size="small" busy={portal.isPending || portal.isSuccess} onClick={open}>
      Payment method
    </Button>
  );
}

function Row({ invoice }: { readonly invoice: InvoiceRow }): ReactNode {
  const state = STATES[invoice.status];
  const name = invoice.number ?? 'no number yet';
  return (
    <tr>
      <td className="max-md:hidden text-text-2">{formatDate(Date.parse(invoice.createdAt))}</td>
      <td className="font-mono t-12 max-md:hidden">{invoice.number ?? '–'}</td>
      <td className="wide">
        {invoice.description}
        <span className="t-11 block text-text-3 md:hidden">
          {formatDate(Date.parse(invoice.createdAt))} {invoice.number}
        </span>
      </td>
      <td className="num font-medium">
        {formatMoney(invoice.totalPence)}
        <span className="t-11 block font-normal text-text-3">VAT {formatMoney(invoice.vatPence)}</span>
      </td>
      <td>
        <Badge tone={state.tone}>{state.text}</Badge>
        {invoice.refundedPence === 0 ? null : (
          <span className="t-11 block text-text-3">{formatMoney(invoice.refundedPence)} refunded</span>
        )}
      </td>
      <td className="num">
        {invoice.pdfUrl === null ? null : (
          <a className="link" href={invoice.pdfUrl} target="_blank" rel="noreferrer">
            PDF<span className="sr-only"> of invoice {name}</span>
          </a>
        )}
      </td>
    </tr>
  );
}

function Table({ rows }: { readonly rows: readonly InvoiceRow[] }): ReactNode {
  return (
    <ScrollRegion label="List of invoices">
      <table className="table invoices">
        <thead>
          <tr>
            <th scope="col" className="max-md:hidden">
              Date
            </th>
            <th scope="col" className="max-md:hidden">
              Number
            </th>
            <th scope="col">For</th>
            <th scope="col" className="num">
              Amount
            </th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="sr-only">Document</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function InvoicesCard(): ReactNode {
  const query = useInvoices();
  const { data, error } = query;
  const { data: facts } = useSubscription();
  // Without a card or an invoice the provider has no customer to open its portal for.
  const hasPortal = (facts?.card ?? null) !== null || (data ?? []).length > 0;
  return (
    <Card title="Invoices" actions={hasPortal ? <PortalButton /> : null}>
      {error !== null || data === undefined ? (
        <QueryState query={query} failed="The invoices could not be loaded" rows={3} height={20} />
      ) : data.length === 0 ? (
        <EmptyBlock title="No invoices yet" text="Every payment has an invoice with its VAT." />
      ) : (
        <Table rows={data} />
      )}
    </Card>
  );
}
