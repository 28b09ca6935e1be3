/** Who is logged in on a connection: account, plant, system and the seat that it takes. */
import type { Account } from './accounts.ts';

/** Plants by the number of `infra_type`. */
export const PLANTS = { 1: 'ticker', 2: 'order', 3: 'history', 4: 'pnl', 5: 'repository' } as const;
export type Plant = (typeof PLANTS)[keyof typeof PLANTS];

export interface Login {
  readonly account: Account;
  readonly plant: Plant;
  readonly system: string;
  readonly seatKey: string;
}
