/** The terms of service: the contract between the operator and the person who uses the product. */

import { LIABILITY_MONTHS, MINIMUM_AGE, NOTICE_DAYS } from '#plans/legal-terms.ts';
import { type LegalDocument, list, section, text } from './legal-document.ts';
import { MARKET_DATA_TERMS } from './market-data-terms.ts';
import { RISK_WARNING } from './risk-warning.ts';
import { CANCELLATION_TERMS, PLAN_TERMS } from './subscription-terms.ts';
import { TRADING_DISCLAIMER } from './trading-disclaimer.ts';

const CONTRACT = section(
  'terms',
  'Terms of service',
  { kind: 'operator' },
  text(
    `These terms are the contract between you and the operator named above (“we”). You accept them when you register. You must be **${MINIMUM_AGE} or older** and able to enter a contract where you live. If you register for a firm, you confirm that you have the authority to bind it.`,
  ),
  text(
    'The service consists of market data, detected order-flow events with their evidence, calculated patterns, alerts, statistics and, where marked as built, a trade journal, each in the extent of the plan that you have chosen. Without a plan the account is Free and shows no market data.',
  ),
  list(
    'The contract for a paid plan is made when you confirm it at checkout and we show that it has begun. A copy of what was agreed goes to your mail address.',
    'One account is for one person. A firm needs an account for each person who reads the data.',
    'Keep your sign-in to yourself and tell us if somebody else may have it. You see the signed-in devices in Settings and can end each of them.',
    'What you state at registration must be true. The account belongs to the sign-in: the mail address you give at registration is used to reach you and gives nobody access.',
  ),
);

const AVAILABILITY = section(
  'availability',
  'Availability and changes of the service',
  text(
    'We run the service with reasonable care and skill. We do not promise that it is always available: maintenance, failures and events at exchanges, data partners and networks can interrupt it. Where that lasts more than a day in a paid month and was ours to prevent, we refund the part of the month on request.',
  ),
  text(
    'We improve and change functions as long as your plan keeps what it is sold for. If a change takes something material from it, we tell you at least 30 days ahead and you may cancel at once with a refund of the unused part.',
  ),
);

const ACCEPTABLE_USE = section(
  'use',
  'Acceptable use',
  list(
    'Do not pass market data or signs made from it on to people without an account of their own.',
    'Do not share a sign-in, and do not work around limits of plan, device, rate or delay.',
    'Do not copy the service in bulk by machine. The interface for programs, where your plan has one, is the way to do that.',
    'Do not probe, overload or disturb the service. A weakness you came across is welcome at [the support address](support:); do not use it or publish it before it is closed.',
    'Do not use the service to break the law or the rules of an exchange, and do not call anybody a wrongdoer on the strength of a pattern shown here.',
  ),
  text(
    'We may pause an account that breaks these rules, as far and as long as needed, and tell you why. You can object at the address below.',
  ),
);

const PROPERTY = section(
  'property',
  'Intellectual property',
  text(
    'The software, the texts, the drawings and the name belong to us or to those who license them to us. You receive the right to use the service for the length of your plan: not exclusive, not transferable. You may make screenshots for your own records and, with the source named, of single moments to discuss them, as far as the terms of the exchanges allow.',
  ),
  text(
    'What you enter or import (your trades, notes, settings) remains yours. We use it to provide the service to you and for nothing else. Open-source parts are used under their own licences, listed on [the notices page](/notices).',
  ),
);

const LIABILITY = section(
  'liability',
  'Liability limits',
  text(
    '**Nothing in these terms limits or excludes** our liability for death or personal injury caused by negligence, for fraud or fraudulent misrepresentation, for breach of the rights that the law gives consumers about services and digital content (among them reasonable care and skill), or for anything else for which liability may not be limited by law.',
  ),
  text(
    `Otherwise our liability for everything that arises in connection with the service in any period of ${LIABILITY_MONTHS} months is limited to **the fees you paid in the ${LIABILITY_MONTHS} months before** the event that gave rise to it.`,
  ),
  list(
    'We are not liable for losses from trades, for profit that was not made, or for decisions taken on what the service showed: it gives no advice and does not know your position.',
    'We are not liable for what was not foreseeable to both of us when the contract was made, nor for data, services or failures of exchanges, data partners, brokers, your provider or your own equipment.',
    'If you use the service for a business, we are further not liable for loss of business, of goodwill or of data, or for any indirect loss.',
  ),
  text('If you are a consumer, nothing in these terms affects the rights that the law gives you.'),
);

const CHANGES = section(
  'changes',
  'Changes of these terms',
  text(
    `We announce changes by mail at least ${NOTICE_DAYS} days before they apply, say what changes, and ask you to agree before your next purchase. If you do not agree you can cancel without cost before the day, with a refund of the unused part. Each version carries its number and date; older versions are kept and sent on request.`,
  ),
);

const CONTACT = section(
  'contact',
  'Contact and complaints',
  text(
    'Write to [the support address](support:). Say that it is a complaint, what happened and what you would like to see done. We confirm it within 2 working days and answer in substance within 8 weeks at the latest; complaints about personal data are confirmed within 30 days and answered without undue delay.',
  ),
  text(
    'If we cannot agree, you may turn to the courts, and about personal data to the Information Commissioner’s Office ([the privacy policy](/privacy) says how). We are not part of an ombudsman scheme: the service is not a regulated financial service, and the Financial Ombudsman Service and the Financial Services Compensation Scheme do not cover it.',
  ),
);

const LAW = section(
  'law',
  'General provisions',
  list(
    'The law of England and Wales applies. If you are a consumer elsewhere in the United Kingdom or abroad, you keep the protection of the law where you live and may sue there.',
    'If one provision is invalid, the others remain in force. If we do not use a right at once, we do not give it up.',
    'Neither of us may hand the contract to somebody else without the other’s consent, except that we may transfer it with the whole business, if your rights stay as they are; you may then cancel at once.',
    'No third person has rights from this contract.',
  ),
);

const SECTIONS = [
  CONTRACT,
  TRADING_DISCLAIMER,
  RISK_WARNING,
  PLAN_TERMS,
  CANCELLATION_TERMS,
  MARKET_DATA_TERMS,
  AVAILABILITY,
  ACCEPTABLE_USE,
  PROPERTY,
  LIABILITY,
  CHANGES,
  CONTACT,
  LAW,
];

export const TERMS_OF_SERVICE: LegalDocument = {
  title: 'Terms of Service',
  lead: 'The contract between you and the operator of Undertow. The box sums up; the full text is what counts.',
  summary:
    'You may use Undertow to analyse markets for yourself. It gives no advice and places no orders. You can cancel anytime, and what you did not use is refunded. Our liability is limited as the law allows; your trades are your own.',
  sections: SECTIONS.map((one, index) => ({ ...one, title: `${index + 1}. ${one.title}` })),
  counsel: [
    'the limits of liability and their fairness towards consumers (Consumer Rights Act 2015, Unfair Contract Terms Act 1977)',
    'cancellation, cooling-off and refunds (Consumer Contracts Regulations 2013; Digital Markets, Competition and Consumers Act 2024, subscription rules from their commencement)',
    'that wording and behaviour stay outside regulated advice and financial promotion (FSMA 2000 section 21, PERG 8)',
    'the market-data terms against the licence of the data partner and the exchanges’ policies',
    'sales to consumers outside the United Kingdom, among them the EU withdrawal function and sales to US persons',
  ],
};
