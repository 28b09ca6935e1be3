/** Opens the viewer's view of an instrument and says on the answer which instant it shows. */
import { instantOfMs } from '@undertow/contracts';
import type { FastifyReply } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { LiveView } from '#ports/live-views.ts';

/** Says on the answer which instant it shows. */
export function stamp(reply: FastifyReply, asOfMs: number, delaySeconds: number): void {
  reply.header('x-as-of', instantOfMs(asOfMs)).header('x-delay-seconds', String(delaySeconds));
}

interface Asked {
  readonly instrumentId: number;
  readonly viewSource: ViewSource;
  readonly reply: FastifyReply;
}

/** The instrument as the viewer looks at it; the answer is stamped with its instant. */
export function openView({ instrumentId, viewSource, reply }: Asked): LiveView {
  const view = viewSource.views.view(instrumentId, viewSource.delaySeconds);
  if (view === undefined) throw new AppError('INSTRUMENT_NOT_FED');
  stamp(reply, view.asOfMs, view.delaySeconds);
  return view;
}
