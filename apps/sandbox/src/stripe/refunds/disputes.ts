/** Ends of disputes. */

import type { Dispute } from '#stripe/objects/dispute.ts';
import { change } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

export function closeDispute(world: World, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is already closed');
  return change(world, 'dispute', dispute, { status: outcome }, 'charge.dispute.closed');
}
