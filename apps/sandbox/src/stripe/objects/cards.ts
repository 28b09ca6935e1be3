/** The well-known test cards and what the bank behind each one does. */

/** Why a bank refuses, by the name used below. */
export const DECLINES = {
  generic: ['card_declined', 'generic_decline', 'Your card was declined.'],
  insufficient_funds: ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  lost_card: ['card_declined', 'lost_card', 'Your card was declined.'],
  stolen_card: ['card_declined', 'stolen_card', 'Your card was declined.'],
  expired_card: ['expired_card', 'expired_card', 'Your card has expired.'],
  incorrect_cvc: ['incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  processing_error: [
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  not_a_test_card: [
    'card_declined',
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ],
} as const satisfies Record<string, readonly [code: string, declineCode: string, message: string]>;
export type DeclineName = keyof typeof DECLINES;

export interface CardBehaviour {
  /** When the bank requires authentication by the customer. Part of stored payment methods. */
  readonly asks: 'never' | 'until_set_up' | 'always';
  /** Decline of a set-up or an attachment; null succeeds. */
  readonly setupDecline: DeclineName | null;
  /** Decline of a charge; null succeeds. */
  readonly chargeDecline: DeclineName | null;
  /** The charge is disputed as soon as it is made. */
  readonly disputed: boolean;
}

const OK: CardBehaviour = { asks: 'never', setupDecline: null, chargeDecline: null, disputed: false };

function declined(name: DeclineName): CardBehaviour {
  return { ...OK, setupDecline: name, chargeDecline: name };
}

interface TestCard {
  readonly brand: string;
  readonly behaviour: CardBehaviour;
}

const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', behaviour: OK },
  '4000056655665556': { brand: 'visa', behaviour: OK },
  '4000008260000000': { brand: 'visa', behaviour: OK },
  '5555555555554444': { brand: 'mastercard', behaviour: OK },
  '5200828282828210': { brand: 'mastercard', behaviour: OK },
  '378282246310005': { brand: 'amex', behaviour: OK },
  '4000002500003155': { brand: 'visa', behaviour: { ...OK, asks: 'until_set_up' } },
  '4000003800000446': { brand: 'visa', behaviour: { ...OK, asks: 'until_set_up' } },
  '4000002760003184': { brand: 'visa', behaviour: { ...OK, asks: 'always' } },
  '4000008260003178': {
    brand: 'visa',
    behaviour: { ...OK, asks: 'until_set_up', chargeDecline: 'insufficient_funds' },
  },
  '4000000000000002': { brand: 'visa', behaviour: declined('generic') },
  '4000000000009995': { brand: 'visa', behaviour: declined('insufficient_funds') },
  '4000000000009987': { brand: 'visa', behaviour: declined('lost_card') },
  '4000000000009979': { brand: 'visa', behaviour: declined('stolen_card') },
  '4000000000000069': { brand: 'visa', behaviour: declined('expired_card') },
  '4000000000000127': { brand: 'visa', behaviour: declined('incorrect_cvc') },
  '4000000000000119': { brand: 'visa', behaviour: declined('processing_error') },
  '4000000000000341': { brand: 'visa', behaviour: { ...OK, chargeDecline: 'generic' } },
  '4000000000000259': { brand: 'visa', behaviour: { ...OK, disputed: true } },
};

/** Names that tests send in place of a card. */
export const TEST_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
};

/** Any number that is no test card is refused as the test mode refuses it. */
export function testCard(number: string): TestCard {
  return CARDS[number] ?? { brand: brandOf(number), behaviour: declined('not_a_test_card') };
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return 'unknown';
}

/** The check digit that every card number has (Luhn). */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
