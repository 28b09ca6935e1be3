/** The chart at an instant of the past, over the dashboard: where an alert or a row of the history leads. */
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { MomentChart } from '#features/chart/moment-chart.tsx';
import { formatDayAndTime } from '#lib/format/times.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

export interface DashboardMomentProps {
  readonly instrumentId: number;
  /** As the address has it; null or no instant: closed. */
  readonly at: string | null;
  readonly onClose: () => void;
}

export function DashboardMoment({ instrumentId, at, onClose }: DashboardMomentProps): ReactNode {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  const instrument = instrumentById(instrumentId);
  if (Number.isNaN(atMs) || instrument === undefined) return null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${instrument.symbol} at ${formatDayAndTime(atMs)}`}
      description="The recorded chart around that time. The live chart keeps running behind it."
    >
      <MomentChart instrumentId={instrumentId} atMs={atMs} />
    </Dialog>
  );
}
