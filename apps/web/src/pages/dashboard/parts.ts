/** What the parts of the dashboard are given: who looks, at which instrument, with which event open. */
import type { CurrentUser, UserInstrument } from '@undertow/contracts';

export interface DashboardParts {
  readonly user: CurrentUser;
  readonly instruments: readonly UserInstrument[];
  readonly instrumentId: number;
  readonly eventId: string | null;
  readonly onOpenEvent: (id: string | null) => void;
}
