/** Open facts after the rows of a file are read, as questions: zone, symbol, currency, account and point values. */

import { journalInstrumentOf } from '#instruments/journal-instrument.ts';
import type { Assumption, ImportAnswers, ImportQuestion, PlatformId } from '#model/import-model.ts';
import { LOTS } from './draft-context.ts';
import type { DraftTrade } from './draft-trade.ts';

/** Zones that futures traders set their platforms to, most common first. */
const ZONES = [
  'America/Chicago',
  'America/New_York',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/Los_Angeles',
];

export interface OpenPoints {
  readonly questions: readonly ImportQuestion[];
  readonly assumptions: readonly Assumption[];
}

export interface OpenPointsInput {
  readonly drafts: readonly DraftTrade[];
  readonly answers: ImportAnswers;
  readonly zoneAssumed: boolean;
  readonly fileName: string;
  readonly platform: PlatformId;
}

/** Questions of the whole file, in the order in which they are answered. */
export function openPoints({
  drafts,
  answers,
  zoneAssumed,
  fileName,
  platform,
}: OpenPointsInput): OpenPoints {
  const currency = currencyPoint(drafts, answers);
  return {
    questions: [
      ...(zoneAssumed ? [zoneQuestion()] : []),
      ...symbolQuestion(drafts, fileName),
      ...pointValueQuestions(drafts, platform),
      ...currency.questions,
      ...accountQuestion(drafts),
    ],
    assumptions: [
      ...currency.assumptions,
      ...Object.entries(answers.pointValues ?? {}).map(([root, value]) => ({
        field: 'pointValue' as const,
        subject: root,
        value,
        text: `One point of ${root} is ${value} a contract, as answered.`,
      })),
    ],
  };
}

function zoneQuestion(): ImportQuestion {
  return {
    field: 'zone',
    subject: '',
    text: 'The file does not state the time zone of its times. Which zone is the platform set to?',
    options: ZONES,
    blocking: true,
  };
}

function symbolQuestion(drafts: readonly DraftTrade[], fileName: string): ImportQuestion[] {
  if (!drafts.some(({ symbol }) => symbol === '')) return [];
  const options = symbolsIn(fileName);
  return [
    {
      field: 'symbol',
      subject: '',
      text: 'The file does not name the instrument. Which one was traded?',
      options,
      blocking: true,
    },
  ];
}

/** Known symbols among the parts of a file name: `Strategy_CME_MINI_ES1!_2026-03-02.csv` contains ES1!. */
export function symbolsIn(fileName: string): string[] {
  const words = fileName.replace(/\.[A-Za-z]{3,4}$/, '').split(/[\s_,;()]+/);
  const known = words.filter((word) => /[A-Za-z]/.test(word) && isKnown(word));
  return [...new Set(known)].slice(0, 5);
}

function isKnown(word: string): boolean {
  return word === word.toUpperCase() && journalInstrumentOf(word) !== null;
}

const MAX_ROOTS = 50;

/**
 * Blocking where there is no P&L without it; optional where the file has the P&L of an unknown contract, since sizes
 * can only be compared by it. Not asked for CFDs and currency pairs, where it would not help.
 */
function pointValueQuestions(drafts: readonly DraftTrade[], platform: PlatformId): ImportQuestion[] {
  const without = drafts.filter(
    ({ status, pointValue, symbol }) => status === 'closed' && pointValue === null && symbol !== '',
  );
  const needed = new Set(without.filter(({ pnlMicros }) => pnlMicros === null).map(({ root }) => root));
  const offered = new Set(
    without
      .filter(({ symbol }) => !LOTS.has(platform) && journalInstrumentOf(symbol) === null)
      .map(({ root }) => root),
  );
  const worth = (root: string): string =>
    `How much money is a move of 1.00 in ${root} worth for one contract or unit?`;
  return [...new Set([...needed, ...offered])].slice(0, MAX_ROOTS).map((root) => ({
    field: 'pointValue' as const,
    subject: root,
    text: needed.has(root)
      ? worth(root)
      : `${worth(root)} Results do not depend on it, but sizes cannot be compared without it.`,
    options: [],
    blocking: needed.has(root),
  }));
}

function currencyPoint(drafts: readonly DraftTrade[], answers: ImportAnswers): OpenPoints {
  const without = drafts.filter(({ currency }) => currency === null);
  if (without.length === 0 || answers.currency !== undefined) return { questions: [], assumptions: [] };
  const ofPrices = [
    ...new Set(without.map(({ priceCurrency }) => priceCurrency).filter((each) => each !== '')),
  ];
  const [only = 'USD'] = ofPrices;
  const known = without.every(({ priceCurrency }) => priceCurrency !== '');
  const assumptions: Assumption[] = [
    {
      field: 'currency',
      subject: '',
      value: only,
      text: known
        ? `Money is in ${ofPrices.join(' and ')}, the currency of the contracts.`
        : `Money is taken as ${only}.`,
    },
  ];
  if (known) return { questions: [], assumptions };
  const text = 'The file does not state the currency of its amounts. Which currency is the account in?';
  return {
    questions: [{ field: 'currency', subject: '', text, options: ['USD', 'EUR', 'GBP'], blocking: false }],
    assumptions,
  };
}

function accountQuestion(drafts: readonly DraftTrade[]): ImportQuestion[] {
  if (!drafts.some(({ account }) => account === '')) return [];
  const text = 'The file does not name the account. Which account are these trades of?';
  return [{ field: 'account', subject: '', text, options: [], blocking: false }];
}
