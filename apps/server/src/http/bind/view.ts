/** Opens the viewer's view of an instrument and sends the instant that it shows in a header. */
import { type InstrumentAccess, instantOfMs } from '@undertow/contracts';
import { settledMsOf } from '@undertow/market';
import type { FastifyReply } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { LiveView, LiveViews } from '#ports/live-views.ts';

/** Sets the headers with the instant and the delay of the response. */
export function stamp(reply: FastifyReply, asOfMs: number, delaySeconds: number): void {
  reply.header('x-as-of', instantOfMs(asOfMs)).header('x-delay-seconds', String(delaySeconds));
}

interface ViewCall {
  readonly instrumentId: number;
  readonly viewSource: ViewSource;
  readonly reply: FastifyReply;
}

/** Why there is no view of an instrument: no market data at all, or not of this one. */
export function withoutView(views: LiveViews): AppError {
  return new AppError(views.present(0).source === 'none' ? 'NO_MARKET_DATA' : 'INSTRUMENT_NOT_FED');
}

/** The viewer's view of the instrument; the headers of the response carry its instant. */
export function openView({ instrumentId, viewSource, reply }: ViewCall): LiveView {
  const view = viewSource.views.view(instrumentId, viewSource.access(instrumentId).delaySeconds);
  if (view === undefined) throw withoutView(viewSource.views);
  stamp(reply, view.asOfMs, view.delaySeconds);
  return view;
}

/** The same for several views: the earliest instant and the longest delay; without a view those of the plan. */
export function stampAll(
  reply: FastifyReply,
  views: readonly LiveView[],
  { nowMs, planDelaySeconds }: { readonly nowMs: number; readonly planDelaySeconds: number },
): void {
  const delaySeconds = Math.max(planDelaySeconds, ...views.map((view) => view.delaySeconds));
  stamp(reply, Math.min(nowMs - delaySeconds * 1000, ...views.map(({ asOfMs }) => asOfMs)), delaySeconds);
}

/** Until when recorded data is settled for a viewer: its licence may require a longer delay than that of the view. */
export function recordedUntilMs(
  { asOfMs, delaySeconds }: Pick<LiveView, 'asOfMs' | 'delaySeconds'>,
  access: InstrumentAccess,
): number {
  const laterMs = (access.recordedDelaySeconds - access.delaySeconds) * 1000;
  return settledMsOf(asOfMs, delaySeconds) - laterMs;
}
