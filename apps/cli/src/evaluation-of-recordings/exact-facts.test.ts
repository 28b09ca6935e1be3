import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { ExactFacts, isSame } from './exact-facts.ts';

const ELECTION = { timeNs: 5n, side: SIDE_BID, stops: 2, contracts: 3 };

function facts(): ExactFacts {
  const made = new ExactFacts();
  made.addTraded(SIDE_ASK, 4);
  made.addElection(ELECTION);
  made.addRefill('7');
  return made;
}

test('the same facts are the same whoever counted them', () => {
  expect(facts().comparedWith(facts(), 'L3').every(isSame)).toBe(true);
});

test('what only one of the two has is named', () => {
  const more = facts();
  more.addElection({ ...ELECTION, timeNs: 6n });
  more.addIceberg('8');
  const differing = more.comparedWith(facts(), 'L3').flatMap((comparison) => comparison.differing);
  expect(differing).toEqual(['+ 6: 2 buy stops, 3 contracts', '+ order 8']);
  const missing = facts()
    .comparedWith(more, 'L3')
    .filter((comparison) => !isSame(comparison));
  expect(missing.map(({ fact, detectors, oracle }) => [fact, detectors, oracle])).toEqual([
    ['elections of stops', 1, 2],
    ['elected stops', 2, 4],
    ['contracts of elected stops', 3, 6],
    ['native icebergs', 1, 2],
  ]);
});

test.each([
  ['L2S', 6],
  ['L1T', 3],
] as const)('%s shows %i of the facts', (tier, count) => {
  expect(facts().comparedWith(facts(), tier)).toHaveLength(count);
});
