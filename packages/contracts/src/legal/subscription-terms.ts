/** Terms of the plans: prices, trial, renewal, change, cancellation and refund, as the product does them. */

import { COOLING_OFF_DAYS, GRACE_DAYS, NOTICE_DAYS } from '#plans/legal-terms.ts';
import { PLANS, type Plan, TIER_RULES, TRIAL_DAYS, UNLIMITED } from '#plans/plans.ts';
import { IMMEDIATE_SUPPLY_STATEMENT } from './immediate-supply.ts';
import { list, section, table, text } from './legal-document.ts';

function poundsOf(pence: number): string {
  return pence % 100 === 0 ? `£${pence / 100}` : `£${(pence / 100).toFixed(2)}`;
}

function rowOf({ id, name, pricePence }: Plan): readonly string[] {
  const { delaySeconds, instrumentsLimit, watchlistLimit } = TIER_RULES[id];
  const limit = (count: number): string => (count === UNLIMITED ? 'Unlimited' : String(count));
  return [
    `**${name}**`,
    poundsOf(pricePence),
    delaySeconds === 0 ? 'Real-time' : `Delayed ${delaySeconds / 60} minutes`,
    limit(instrumentsLimit),
    limit(watchlistLimit),
  ];
}

export const PLAN_TERMS = section(
  'plans',
  'Plans, trial and payment',
  table(
    ['Plan', 'A month, VAT included', 'Data', 'Analysed live', 'Watchlist'],
    ...PLANS.map((plan) => rowOf(plan)),
  ),
  text(
    'The full contents of each plan are on [the pricing page](/pricing). Functions marked “planned” there are not part of what you buy today.',
  ),
  list(
    `**Trial.** Each person has one free trial of ${TRIAL_DAYS} days, which begins when a card has been set up. Nothing is charged during it. We remind you by mail before it ends. If you do not cancel, the subscription begins with its end and the first month is charged.`,
    '**Renewal.** The subscription renews every month until it is cancelled, and the price of the month is charged to your card on the day it renews. You see the next charge and its date in Settings.',
    `**A failed payment.** The plan stays for ${GRACE_DAYS} days while the payment is tried again, and we tell you by mail. After that the account is Free until the open invoice is paid.`,
    '**A higher plan** begins at once. You see beforehand, to the penny, the difference for the rest of the month that is charged. During a trial nothing is charged.',
    '**A lower plan** begins at the end of the paid month. Instruments over its limit are kept and shown as paused.',
    `**Price changes** are announced by mail and on the pricing page at least ${NOTICE_DAYS} days before they apply. You may cancel without cost before that day.`,
    '**VAT** is included in every price and is shown on each invoice as a separate line. Invoices are in Settings.',
    '**Card payments** are carried out by Stripe. Card numbers do not reach our servers.',
  ),
);

export const CANCELLATION_TERMS = section(
  'cancel',
  'Cancelling, cooling-off and refunds',
  text(
    'You can cancel at any time in Settings, Account, with two clicks, without giving a reason and without speaking to anybody. You choose one of two ways:',
  ),
  list(
    '**At once.** The plan ends immediately. The unused part of the paid month is refunded to the card you paid with, without your asking.',
    '**At the end of the paid month.** The plan stays until then and is not renewed. There is no refund, because nothing is left unused. Until that day you can undo the cancellation.',
    '**During the trial** there is nothing to refund. If you cancel at once the plan ends at once.',
  ),
  text(
    `**Your right to cancel with a full refund.** If you are a consumer you may cancel within ${COOLING_OFF_DAYS} days of the day on which the contract was made, without a reason. We give the same right for ${COOLING_OFF_DAYS} days from the first charge after a trial. If you cancel at once within these days, everything you paid in them is refunded.`,
  ),
  text(
    `The service can begin within these days only if you ask for it. Checkout asks you to tick: “${IMMEDIATE_SUPPLY_STATEMENT}” The box is never ticked beforehand, and ticking it takes nothing from the right above.`,
  ),
  text(
    'Instead of the button you may send any clear statement to [the support address](support:), for example: “I hereby give notice that I cancel my contract for the supply of Undertow. Ordered on … Name … Address … Date …”. We confirm a cancellation by mail with its date and time. Refunds go to the card you paid with within 14 days; the card’s bank may take some days more to show them.',
  ),
  text(
    'We may end the contract with 30 days’ notice, and at once if you seriously breach these terms. In the first case, and if we stop the service altogether, the unused part of the paid month is refunded.',
  ),
);
