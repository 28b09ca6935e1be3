/** What is open after the rows of a file are read. */
import { expect, test } from 'vitest';
import type { ImportAnswers, PlatformId } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { draftContext, rawTrip } from '#testing/raw-trades.ts';
import { draftTrips } from './draft-trips.ts';
import { type OpenPointsInput, openPoints, symbolsIn } from './import-questions.ts';

interface Asked extends Partial<OpenPointsInput> {
  readonly platform?: PlatformId;
  readonly answers?: ImportAnswers;
}

const open = (
  trips: readonly Partial<RawTrip>[],
  { platform = 'ninjatrader', answers = {}, ...more }: Asked = {},
) =>
  openPoints({
    drafts: draftTrips(trips.map(rawTrip), draftContext(answers, { platform })).drafts,
    answers,
    zoneAssumed: false,
    fileName: 'file.csv',
    platform,
    ...more,
  });

const fields = (...args: Parameters<typeof open>) =>
  open(...args).questions.map(({ field, subject }) => `${field} ${subject}`.trim());

test('a file that states everything has no question, and assumes the currency of its contracts', () => {
  expect(open([{}])).toEqual({
    questions: [],
    assumptions: [
      {
        field: 'currency',
        subject: '',
        value: 'USD',
        text: 'Money is in USD, the currency of the contracts.',
      },
    ],
  });
});

test('a zone that was assumed blocks, with the zones of most traders first', () => {
  const [question] = open([{}], { zoneAssumed: true }).questions;
  expect(question).toMatchObject({ field: 'zone', blocking: true });
  expect(question?.options.slice(0, 2)).toEqual(['America/Chicago', 'America/New_York']);
});

test('a missing symbol blocks, with those that the name of the file contains', () => {
  const [question] = open([{ symbol: null }], {
    fileName: 'My_Strategy_CME_MINI_ES1!_2026-03-02.csv',
  }).questions;
  expect(question).toMatchObject({ field: 'symbol', blocking: true, options: ['ES1!'] });
  expect(fields([{ symbol: null }], { answers: { symbol: 'ES1!' } })).toEqual([]);
});

test('a missing account is an optional question, unless it is answered', () => {
  expect(open([{ account: null }]).questions).toMatchObject([{ field: 'account', blocking: false }]);
  expect(fields([{ account: null }], { answers: { account: 'A' } })).toEqual([]);
});

test('an unknown point value blocks where there is no P&L without it', () => {
  const [question] = open([{ symbol: 'XYZZ6', pnl: null }]).questions;
  expect(question).toEqual({
    field: 'pointValue',
    subject: 'XYZ',
    text: 'How much money is a move of 1.00 in XYZ worth for one contract or unit?',
    options: [],
    blocking: true,
  });
});

test('an unknown point value is optional where the file has the P&L', () => {
  const [question] = open([{ symbol: 'XYZZ6' }]).questions;
  expect(question).toMatchObject({ field: 'pointValue', subject: 'XYZ', blocking: false });
  expect(question?.text).toContain('Results do not depend on it, but sizes cannot be compared without it.');
});

test('each root is one question, those that block come first', () => {
  const trips = [
    { symbol: 'ABC' },
    { symbol: 'XYZZ6', pnl: null },
    { symbol: 'XYZH7', pnl: null },
    { symbol: 'ABC' },
  ];
  expect(fields(trips).slice(0, 2)).toEqual(['pointValue XYZ', 'pointValue ABC']);
});

test('CFDs, lots and open trades have no question about their point value', () => {
  expect(fields([{ symbol: 'EURUSD' }])).not.toContain('pointValue EURUSD');
  expect(fields([{ symbol: 'XYZ' }], { platform: 'mt5' })).not.toContain('pointValue XYZ');
  expect(fields([{ symbol: 'XYZZ6', status: 'open', exitTime: null }])).not.toContain('pointValue XYZ');
});

test('an answered point value is no question and is stated as an assumption', () => {
  const { questions, assumptions } = open([{ symbol: 'XYZZ6', pnl: null }], {
    answers: { pointValues: { XYZ: '2.5' } },
  });
  expect(questions.filter(({ field }) => field === 'pointValue')).toEqual([]);
  expect(assumptions).toContainEqual({
    field: 'pointValue',
    subject: 'XYZ',
    value: '2.5',
    text: 'One point of XYZ is 2.5 a contract, as answered.',
  });
});

test('at most fifty roots become questions', () => {
  const trips = Array.from({ length: 60 }, (_, at) => ({
    symbol: `Q${String.fromCharCode(65 + (at % 26))}${at}Q`,
  }));
  expect(fields(trips).filter((field) => field.startsWith('pointValue'))).toHaveLength(50);
});

test('contracts of several currencies are all named', () => {
  const { assumptions } = open([{}, { symbol: 'FDAXH6' }]);
  expect(assumptions[0]).toMatchObject({
    value: 'USD',
    text: 'Money is in USD and EUR, the currency of the contracts.',
  });
});

test('a currency that no contract states is an optional question with an assumption until then', () => {
  const { questions, assumptions } = open([{ symbol: 'EURUSD' }]);
  expect(questions).toMatchObject([{ field: 'currency', blocking: false, options: ['USD', 'EUR', 'GBP'] }]);
  expect(assumptions[0]).toMatchObject({ value: 'USD', text: 'Money is taken as USD.' });
  expect(open([{ symbol: 'EURUSD' }], { answers: { currency: 'EUR' } })).toEqual({
    questions: [],
    assumptions: [],
  });
  expect(open([{ symbol: 'EURUSD', currency: 'GBP' }])).toEqual({ questions: [], assumptions: [] });
});

test('questions come in the order in which they are answered', () => {
  expect(fields([{ symbol: null, account: null }, { symbol: 'XYZ' }], { zoneAssumed: true })).toEqual([
    'zone',
    'symbol',
    'pointValue XYZ',
    'currency',
    'account',
  ]);
});

test('symbols in a file name are known ones in capitals, each once, at most five', () => {
  expect(symbolsIn('List_of_Trades_CME_MINI_NQ1!_2026-03-02.csv')).toEqual(['NQ1!']);
  expect(symbolsIn('ES and es (ES).xlsx')).toEqual(['ES']);
  expect(symbolsIn('report.csv')).toEqual([]);
  expect(symbolsIn('ES NQ YM CL GC SI.csv')).toEqual(['ES', 'NQ', 'YM', 'CL', 'GC']);
});
