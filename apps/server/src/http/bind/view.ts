/** Opens the viewer's view of an instrument and sends the instant that it shows in a header. */
import { instantOfMs } from '@undertow/contracts';
import type { FastifyReply } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { LiveView } from '#ports/live-views.ts';

/** Sets the headers with the instant and the delay of the response. */
export function stamp(reply: FastifyReply, asOfMs: number, delaySeconds: number): void {
  reply.header('x-as-of', instantOfMs(asOfMs)).header('x-delay-seconds', String(delaySeconds));
}

interface ViewCall {
  readonly instrumentId: number;
  readonly viewSource: ViewSource;
  readonly reply: FastifyReply;
}

/** The viewer's view of the instrument; the headers of the response carry its instant. */
export function openView({ instrumentId, viewSource, reply }: ViewCall): LiveView {
  const view = viewSource.views.view(instrumentId, viewSource.delaySeconds);
  if (view === undefined) throw new AppError('INSTRUMENT_NOT_FED');
  stamp(reply, view.asOfMs, view.delaySeconds);
  return view;
}
