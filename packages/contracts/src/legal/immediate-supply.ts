/** The express request to be supplied at once, which checkout asks for and nobody may tick beforehand. */

import { COOLING_OFF_DAYS } from '#plans/legal-terms.ts';
import type { LegalSection } from './legal-document.ts';

/** Words beside the unticked box of checkout. */
export const IMMEDIATE_SUPPLY_STATEMENT = `I ask for the service to begin at once, before the ${COOLING_OFF_DAYS} days for cancelling are over.`;

/** Words below the box. */
export const IMMEDIATE_SUPPLY_NOTICE = `You keep the right to cancel within ${COOLING_OFF_DAYS} days of the contract, and of the first charge after a trial, without a reason. You are then refunded in full, to the card you paid with.`;

/** @internal For the hash of the words. */
export const IMMEDIATE_SUPPLY: LegalSection = {
  id: 'immediate-supply',
  title: 'Immediate supply and cancellation',
  blocks: [
    { kind: 'text', text: IMMEDIATE_SUPPLY_STATEMENT },
    { kind: 'text', text: IMMEDIATE_SUPPLY_NOTICE },
  ],
};
