/** The compliance framework: what is promised, how it is checked and what was not tried yet. Nobody agrees to it; it informs. */

import {
  BREACH_NOTICE_HOURS,
  DATA_REQUEST_DAYS,
  RECORD_YEARS,
  RECOVERY_POINT_HOURS,
  RECOVERY_TIME_HOURS,
} from '#plans/legal-terms.ts';
import { type LegalDocument, list, section, text } from './legal-document.ts';

export interface Commitment {
  readonly what: string;
  readonly target: string;
  /** `built`: the product does it. `objective`: a promise of the operator; the evidence says whether it was tried. */
  readonly state: 'built' | 'objective' | 'planned';
  /** `newest-drill`: what the newest recovery drill showed, or that there is none. */
  readonly evidence: string;
}

export const COMMITMENTS: readonly Commitment[] = [
  {
    what: 'Record keeping',
    target: `${RECORD_YEARS} years`,
    state: 'built',
    evidence:
      'Invoices, consents and audit rows outlive an erased account under a random key. The database refuses to change or remove an audit row.',
  },
  {
    what: 'Data-subject requests',
    target: 'within 30 days',
    state: 'built',
    evidence: `Export and erasure are in Settings, without a request to us. Other requests are answered within ${DATA_REQUEST_DAYS} days, because the law’s month can be that short.`,
  },
  {
    what: 'Breach notification',
    target: `within ${BREACH_NOTICE_HOURS} hours`,
    state: 'objective',
    evidence: 'The steps are below. No exercise has been held yet.',
  },
  {
    what: 'Recovery time objective',
    target: `${RECOVERY_TIME_HOURS} hours`,
    state: 'objective',
    evidence: 'newest-drill',
  },
  {
    what: 'Recovery point objective',
    target: `${RECOVERY_POINT_HOURS} hour`,
    state: 'objective',
    evidence: 'Backups are taken by the operator’s timer. No exercise has tried what would be lost.',
  },
  {
    what: 'Accessibility',
    target: 'WCAG 2.2 AA',
    state: 'built',
    evidence:
      'What a machine can check of A and AA is tested on every page, in both themes. No audit by people has been made.',
  },
  {
    what: 'Independent audit',
    target: 'yearly',
    state: 'planned',
    evidence: 'None has been made. No certificate is claimed.',
  },
];

const REGULATORY = section(
  'regulatory',
  'Regulatory position',
  text(
    'Undertow publishes information: facts about market data, and calculations on them, the same for every reader of a plan. It is not authorised by the Financial Conduct Authority and does nothing that needs authorisation: it gives no advice on investments, arranges no deals, executes no orders, manages no money and holds no client assets.',
  ),
  list(
    'Under the FCA’s guidance (PERG 8.28), advice needs an element of opinion or recommendation. Giving facts alone is not advice. Saying that a price was reached is information; saying it because it is a good moment to buy or sell would not be. A disclaimer does not change what a text does.',
    'That is why alerts and descriptions state what was seen and how sure it is. Words that tell a reader to buy, sell, enter or exit do not belong in the product.',
    'Section 21 of the Financial Services and Markets Act 2000 forbids inviting people to engage in investment activity in the course of business without authorisation or approval. The pages sell software. No broker pays for a reader, and no page invites anybody to open a trading account.',
    'Where performance is simulated or hypothetical (demo, backtests, rates measured on simulated markets), it says so, with the legend of the [risk warning](/terms#risk).',
    'Accuracy is shown as measured, with sample and date; a target is shown only beside its measured rate.',
  ),
);

const PROTECTION = section(
  'data-protection',
  'Data protection',
  text(
    'The UK GDPR, the Data Protection Act 2018 and the Privacy and Electronic Communications Regulations apply. [The privacy policy](/privacy) lists each kind of data with purpose, legal basis, retention and recipients.',
  ),
  list(
    'Every table of the database with personal data is registered for export and erasure; a test fails when one is not. The list in the privacy policy is checked against the same register.',
    'Erasure has a 7-day undo and is then final. What must be kept is kept under a random key.',
    'Card data never reaches our servers. Passwords are the sign-in service’s; none is kept here.',
    'No analytics and no advertising scripts. The only script of another firm is the payment provider’s, on the payment page.',
    'A complaint about personal data has its own route, described in the privacy policy.',
  ),
);

const BREACH = section(
  'breach',
  'Breach response',
  {
    kind: 'steps',
    steps: [
      {
        at: '0 h',
        text: 'Noticed. Sign-ins, keys and feeds are closed as far as needed; a log of the response begins',
      },
      { at: '4 h', text: 'Scope estimated: which data, how many people, which risk' },
      { at: '24 h', text: 'Cause closed or contained, evidence kept' },
      {
        at: `${BREACH_NOTICE_HOURS} h`,
        text: 'Latest notice to the ICO where there is a risk to people; people notified without delay where it is high',
      },
    ],
  },
  text(
    'The 72 hours run from becoming aware and are the law’s (UK GDPR article 33; for electronic communications the same since August 2025). What is not known by then is supplied later, in phases. Every breach is recorded, reported or not.',
  ),
);

const RECORDS = section(
  'records',
  'Record keeping',
  text(
    `Contracts, consents, invoices and audit rows are kept for ${RECORD_YEARS} years, as tax law and the limitation of claims require. Other personal data is kept as long as the account and no longer.`,
  ),
);

const RECOVERY = section(
  'recovery',
  'Recovery',
  text(
    `The objectives are to be running again within ${RECOVERY_TIME_HOURS} hours and to lose at most ${RECOVERY_POINT_HOURS} hour of data. They are objectives, not promises. The date and the figures of the newest recovery drill are listed with the commitments above; if none has been run yet, that is stated there.`,
  ),
);

const AUDIT = section(
  'audit',
  'Audit',
  list(
    'Privileged acts (roles, granted tiers, registrations, erasures, payments applied) leave a row with actor, action, time and request. Rows hold a key in place of names.',
    'Rows are only ever appended; the database itself refuses an update or a removal.',
    'Calls of the detectors are declared before their outcome is known and recorded in hash chains, so that a later change is detected.',
  ),
);

const MARKET_DATA = section(
  'market-data',
  'Market-data licences',
  list(
    'Exchange data is shown only under the licence of the operator’s data partner. Until one is set up all data is simulated or recorded, and labelled so inside the chart.',
    'Professional and non-professional use is stated at registration and kept with its date.',
    'Basic sees the market as it was 15 minutes ago, on every page, call and socket. Live data goes to a limited number of devices of one person.',
  ),
);

const ACCESSIBILITY = section(
  'accessibility',
  'Accessibility',
  text(
    'The aim is WCAG 2.2 AA: keyboard throughout, contrast in both themes, a colour-blind palette, a table in place of the chart, and no motion for those who switched it off. Tell us at [the support address](support:) what does not work for you.',
  ),
);

const CONTACT = section(
  'contact',
  'Security contact and complaints',
  text(
    'Report a weakness to [the support address](support:) with “Security” in the subject. We confirm within 2 working days. We take no action against researchers who act in good faith, harm nobody and give us time to fix it.',
  ),
  text(
    'Complaints of any kind go to the same address. They are confirmed within 2 working days and answered within 8 weeks; [the terms](/terms#contact) and [the privacy policy](/privacy#complaints) say what follows.',
  ),
);

export const COMPLIANCE_FRAMEWORK: LegalDocument = {
  title: 'Compliance framework',
  lead: 'What we promise, how it is checked, and when it was last tried. A promise that was not yet tried says so.',
  summary:
    'Information only, no advice, no orders, no client money. Personal data under the UK GDPR. Nothing here is a certificate.',
  sections: [REGULATORY, PROTECTION, BREACH, RECORDS, RECOVERY, AUDIT, MARKET_DATA, ACCESSIBILITY, CONTACT],
  counsel: [
    'the regulatory position as a whole, before launch and at every function that comes nearer to a recommendation',
    'marketing claims (DMCC Act 2024 part 4) and their evidence',
    'whether sales to US persons need the CFTC Rule 4.41 legend in its prescribed words',
    'PCI DSS self-assessment (SAQ A) and the script inventory of the payment page',
  ],
};

export const COMPLIANCE_VERSION = { version: '2026-11-25.1', effectiveFrom: '2026-11-25' } as const;
