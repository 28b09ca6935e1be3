/** Invoices as pages and PDFs. Anyone with the address may read them, as with the real provider. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGES, type World } from '#stripe/state/world.ts';
import type { Answered, FrontApi } from './front-api.ts';
import { invoiceFacts } from './invoice-facts.ts';
import { invoicePage } from './invoice-page.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { answer } from './page-responses.ts';

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
  const read = (id: string): Promise<Answered> =>
    api.get(`/v1/invoices/${encodeURIComponent(id)}`, { 'expand[]': 'confirmation_secret' });

  app.get<ById>(`${PAGES.invoice}/:id`, (request, reply) =>
    answer(reply, async () => {
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
