/** The privacy policy: who is responsible, what is kept of a person and why, and how to use the rights that the law gives. */

import {
  BREACH_NOTICE_HOURS,
  DATA_REQUEST_DAYS,
  ERASURE_UNDO_DAYS,
  MINIMUM_AGE,
  NOTICE_DAYS,
} from '#plans/legal-terms.ts';
import { type LegalDocument, list, section, table, text } from './legal-document.ts';
import { BROWSER_STORAGE, PERSONAL_DATA_RECORD } from './personal-data-record.ts';

const CONTROLLER = section(
  'controller',
  'Who is responsible',
  { kind: 'operator' },
  text(
    'The operator named above is the controller of the personal data described here. Write to [the support address](support:) with “Data protection” in the subject. A data protection officer has not been appointed: none is required for what is done here; a person of the operator answers.',
  ),
);

const DATA = section(
  'data',
  'What is kept, why, and for how long',
  table(
    ['What', 'Why', 'Legal basis', 'Kept', 'Who receives it'],
    ...PERSONAL_DATA_RECORD.map(({ data, purpose, basis, kept, recipients }) => [
      data,
      purpose,
      basis,
      kept,
      recipients,
    ]),
  ),
  text(
    'The data comes from you, from the sign-in service you use and from the payment provider. Without the data marked “Contract” we cannot provide the service. Where the basis is legitimate interests, the interest is named as the purpose, and you may object.',
  ),
  text(
    'There is no advertising, no tracking across sites, no sale of data, and no decision about you made by a machine alone that has legal or similar effect. Statistics of your own trades, where you import some, are made for you only.',
  ),
);

const THIRD_PARTIES = section(
  'recipients',
  'Who else handles it',
  list(
    '**Sign-in service**: knows your sign-in and gives us your verified address and first name. We never see a password.',
    '**Payment provider (Stripe)**: takes your card and pays refunds; for some duties, such as preventing fraud, it is a controller of its own.',
    '**Mail provider**: delivers our mails.',
    '**Hosting provider**: runs the servers and keeps the backups.',
    '**Data partner and exchanges**: receive numbers of users by plan and status. In an audit they may see who received data; they are bound to secrecy.',
    '**Authorities and courts**: where the law obliges us.',
  ),
  text(
    'Each of them that works for us does so under a contract about data protection, and only as we instruct it.',
  ),
);

const TRANSFERS = section(
  'transfers',
  'Where it goes',
  text(
    'We keep data in the United Kingdom or the European Economic Area. Where a provider also works in the United States or another country, the transfer rests on adequacy regulations of the United Kingdom (among them the UK–US data bridge for certified firms) or on the International Data Transfer Agreement or Addendum. A list of the providers in use, with country and safeguard, is sent on request.',
  ),
);

const RIGHTS = section(
  'rights',
  'Your rights',
  list(
    '**To see and to export**: Settings, Account gives you all of it at once as a file of JSON and CSV.',
    '**To correct**: the registration can be changed at any time; name and address of the sign-in are changed there.',
    `**To erase**: Settings, Account. For ${ERASURE_UNDO_DAYS} days you can undo it, then it is final. What the law makes us keep stays under a random key in place of your name, as the table says.`,
    '**To restrict and to object**: write to us, with what you object to.',
    '**To withdraw a consent**, where something rests on one, for the time to come.',
  ),
  text(
    `Requests are free. We answer without undue delay and within ${DATA_REQUEST_DAYS} days: the law gives one calendar month, and the shortest month has 28 days. If a request is complex the law allows two months more; we would say so, and why, within the first ${DATA_REQUEST_DAYS} days. We may have to ask for a fresh sign-in to be sure that it is you.`,
  ),
);

const COOKIES = section(
  'cookies',
  'Cookies and storage in your browser',
  table(
    ['Name', 'Where', 'What for', 'Kept'],
    ...BROWSER_STORAGE.map(({ name, where, purpose, kept }) => [name, where, purpose, kept]),
  ),
  text(
    'All of this is strictly necessary for what you request, or is a choice you made; that is why there is no consent banner. On a development installation without https the two cookies are called sid and tx.',
  ),
);

const SECURITY = section(
  'security',
  'How it is protected, and what happens in a breach',
  text(
    'Connections are encrypted, sessions are kept as hashes, access is limited to those who need it, and privileged acts leave an audit row that the database refuses to change. No measure is perfect.',
  ),
  text(
    `If personal data is breached in a way that is a risk to people, we report it to the Information Commissioner’s Office without undue delay and, where feasible, within ${BREACH_NOTICE_HOURS} hours of becoming aware of it, and tell you without undue delay where the risk to you is high. [The compliance framework](/compliance) has the steps.`,
  ),
);

const COMPLAINTS = section(
  'complaints',
  'Complaints',
  text(
    'Complain to us first if you like: write to [the support address](support:) with “Data protection complaint” in the subject. We confirm it within 30 days, look into it without undue delay, keep you informed, and tell you the outcome.',
  ),
  text(
    'You may complain to the Information Commissioner’s Office at any time: ico.org.uk/make-a-complaint, telephone 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF. If you live in the European Economic Area, your local authority is open to you too.',
  ),
);

const MORE = section(
  'more',
  'Children, and changes of this policy',
  text(
    `The service is for people of ${MINIMUM_AGE} and older; data of younger people that we learn of is erased. We announce changes that matter at least ${NOTICE_DAYS} days ahead by mail. Each version carries its number and date.`,
  ),
);

export const PRIVACY_POLICY: LegalDocument = {
  title: 'Privacy Policy',
  lead: 'What is kept about you, why, for how long, and how to have it shown, corrected or erased.',
  summary:
    'We keep what the contract, the exchanges’ rules and the law need, and nothing for advertising. You can export everything and erase your account in Settings. Card numbers and passwords never reach us.',
  sections: [CONTROLLER, DATA, THIRD_PARTIES, TRANSFERS, RIGHTS, COOKIES, SECURITY, COMPLAINTS, MORE].map(
    (one, index) => ({ ...one, title: `${index + 1}. ${one.title}` }),
  ),
  counsel: [
    'the legal bases and retention periods of the table, and a legitimate-interests assessment for each row that rests on them',
    'the list of processors with country and safeguard, once they are chosen, and the contracts with them',
    'registration with the ICO and its fee, the record of processing (article 30), and whether the analysis of trading records needs an impact assessment',
    'whether an EU representative is needed (article 27 EU GDPR), if people there are addressed',
  ],
};
