/** Opens the viewer's view of an instrument and says on the answer which instant it shows. */
import { instantOfMs } from '@undertow/contracts';
import type { FastifyReply } from 'fastify';
import type { Entitlement, LiveView, LiveViews } from '#dependencies.ts';
import { AppError } from './app-error.ts';

/** Says on the answer which instant it shows. */
export function stamp(reply: FastifyReply, asOfMs: number, delaySeconds: number): void {
  reply.header('x-as-of', instantOfMs(asOfMs)).header('x-delay-seconds', String(delaySeconds));
}

interface Viewer {
  readonly instrumentId: number;
  readonly entitlement: Entitlement;
  readonly reply: FastifyReply;
}

/** The instrument as the viewer's delay shows it; the answer is stamped with its instant. */
export function openView(views: LiveViews, { instrumentId, entitlement, reply }: Viewer): LiveView {
  const view = views.view(instrumentId, entitlement.rules.delaySeconds);
  if (view === undefined) throw new AppError('INSTRUMENT_NOT_FED');
  stamp(reply, view.asOfMs, view.delaySeconds);
  return view;
}
