/** `npm run soak`: the product as `npm start` starts it, used by everybody at once for an hour; afterwards an oracle judges its alerts. */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DEFAULT_PREFERENCES } from '@undertow/contracts';
import { SIMULATED_CALENDAR } from '@undertow/market';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#tests/drive/browser.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { Measures } from '#tests/soak/measures.ts';
import type { Evidence } from '#tests/soak/oracle/evidence.ts';
import { judge, type Verdict } from '#tests/soak/oracle/judge.ts';
import { readStored } from '#tests/soak/oracle/stored-market.ts';
import { keepBrowsing } from '#tests/soak/people/browser-visitor.ts';
import { type Cast, INSTRUMENTS, openCast, quoteOf } from '#tests/soak/people/cast.ts';
import { keepJournal } from '#tests/soak/people/journal-keeper.ts';
import { keepProgramming } from '#tests/soak/people/programmer.ts';
import { keepReading } from '#tests/soak/people/reader.ts';
import { keepChangingRules } from '#tests/soak/people/rule-changer.ts';
import { plainRules } from '#tests/soak/people/rules.ts';
import { subscribeAgainAndAgain } from '#tests/soak/people/subscriber.ts';
import { keepBreaking } from '#tests/soak/people/unsteady-sockets.ts';
import { faultsOfLog, timesBehind } from '#tests/soak/product-log.ts';
import { Tally } from '#tests/soak/tally.ts';
import { Witness } from '#tests/soak/witness.ts';

const [ONE] = INSTRUMENTS;
const SEED = 20_261_125;
/** Nobody else pays with these cards: a card has one trial. */
const CARDS = ['pm_card_visa', 'pm_card_mastercard'] as const;
/** What became visible in the last seconds may not be stored yet. */
const SETTLE_MS = 15_000;
const MAX_SETTLE_MS = 60_000;
/** Faults of one kind that are printed. */
const MAX_SHOWN = 40;

const instant = (ms: number): string => new Date(ms).toISOString();
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Stage {
  readonly product: Product;
  readonly browsers: readonly Browser[];
  readonly cast: Cast;
  readonly witness: Witness;
  readonly measures: Measures;
  readonly tally: Tally;
}

/** Everything that goes on at once; a part that fails complains, and the others go on. */
async function act(
  { product, browsers, cast, witness, measures, tally }: Stage,
  signal: AbortSignal,
): Promise<void> {
  const { free, basic, pro, elite, journal, subscribers, inBrowsers } = cast;
  const [first] = await Promise.all([quoteOf(cast.witness, ONE)]);
  const parts: [string, Promise<void>][] = [
    ['the measures', measures.keepReading(signal)],
    ['the facts', witness.keepReadingFacts(signal)],
    ['the changes of rules', keepChangingRules(elite, SEED, signal)],
    ['the journal', keepJournal(journal, signal)],
    ...[basic, pro, elite].map((person): [string, Promise<void>] => [
      `the calls of ${person.email}`,
      keepReading(person, person === basic ? [ONE] : INSTRUMENTS, signal),
    ]),
    ['the program of the journal’s owner', keepProgramming(journal, ONE, SEED, signal)],
    ['the calls without a plan', keepReading(free, [], signal)],
    ...[basic, pro, elite, elite].map((person, at): [string, Promise<void>] => [
      `the sockets of ${person.email}`,
      keepBreaking(person, person === basic ? [ONE] : INSTRUMENTS, SEED + at, signal),
    ]),
    ...subscribers.map((person, at): [string, Promise<void>] => [
      `the subscription of ${person.email}`,
      subscribeAgainAndAgain(
        product,
        person,
        {
          card: CARDS[at] ?? CARDS[0],
          onFirstPlan: async () => {
            await person.addInstruments([ONE]);
            for (const rule of plainRules(first)) await person.addRule(rule);
          },
        },
        signal,
      ),
    ]),
    ...inBrowsers.map(({ person, tier }, at): [string, Promise<void>] => [
      `the browser of ${person.email}`,
      keepBrowsing(browsers[at]!, product, person, tier, signal),
    ]),
  ];
  await Promise.all(parts.map(([what, part]) => tally.watch(what, () => part)));
}

async function settle(measures: Measures): Promise<void> {
  await wait(SETTLE_MS);
  const deadline = Date.now() + MAX_SETTLE_MS - SETTLE_MS;
  while (Date.now() < deadline && !(await measures.isQuiet())) await wait(1000);
}

function listed(title: string, faults: readonly string[]): void {
  if (faults.length === 0) return;
  say(`\n${title}: ${faults.length}`);
  for (const fault of faults.slice(0, MAX_SHOWN)) say(`  ${fault}`);
  if (faults.length > MAX_SHOWN) say(`  and ${faults.length - MAX_SHOWN} more`);
}

function report(
  stage: Stage,
  { stored, endMs, behind }: Evidence,
  verdict: Verdict,
  log: readonly string[],
): boolean {
  const { tally, measures, witness } = stage;
  const { lines, faults } = measures.verdict();
  const overdue = stored.outbox.filter(({ dueMs }) => dueMs < endMs - SETTLE_MS);
  const kinds = [...verdict.byKind].map(([kind, count]) => `${count} ${kind}`).join(', ');
  say(`\n${[...tally.counts].map(([what, count]) => `${count} ${what}`).join(', ')}`);
  for (const line of lines) say(line);
  say(
    `alerts: ${verdict.stored} stored; ${verdict.due} firings were due (${kinds}), ${verdict.cooling} of them within a cool-down`,
  );
  if (behind.length > 0)
    say(
      `rows came late ${behind.length} times, at most by ${Math.max(...behind.map(({ lateMs }) => lateMs))} ms`,
    );
  const lists: [string, readonly string[]][] = [
    ['Warnings and errors in the log', log],
    [
      'Responses of 500 and above',
      tally.failures.map(({ what, status, text }) => `${what}: ${status} ${text}`),
    ],
    [
      'Refusals that nobody expected',
      tally.refusals.map(({ what, status, text }) => `${what}: ${status} ${text}`),
    ],
    ['Complaints', tally.complaints],
    ['Measures', faults],
    ['Alerts missing', verdict.missing],
    ['Alerts surplus, early or late', verdict.surplus],
    [
      'Left in the database',
      [
        ...(stored.deadLetters > 0 ? [`${stored.deadLetters} dead letters`] : []),
        ...overdue.map(
          ({ eventId, type, delaySeconds, updatedMs, dueMs }) =>
            `alerts of ${type} ${eventId} as of ${instant(updatedMs)}, delayed ${delaySeconds} s, due ${instant(dueMs)}`,
        ),
      ],
    ],
    ['Holes in the record of the witness', witness.holes.map((atMs) => new Date(atMs).toISOString())],
  ];
  for (const [title, some] of lists) listed(title, some);
  return lists.every(([, some]) => some.length === 0);
}

async function openStage(): Promise<Stage> {
  const tally = new Tally();
  const product = await startProduct({ fresh: true, seed: SEED });
  const browsers = await Promise.all([launchBrowser(), launchBrowser()]);
  const cast = await openCast(product.origin, tally);
  const witness = new Witness(cast.witness, INSTRUMENTS);
  await witness.open();
  return { product, browsers, cast, witness, measures: new Measures(product.origin, tally), tally };
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
  const minutes = Number(values.minutes);
  const stage = await openStage();
  const { product, browsers, cast, witness, measures } = stage;
  say(`the product runs at ${product.origin}, ${minutes} minutes from now`);
  const startMs = Date.now();
  await act(stage, AbortSignal.timeout(minutes * 60_000));
  const endMs = Date.now();
  await Promise.all(browsers.map((browser) => browser.close()));
  await settle(measures);
  witness.close();
  await product.stop({ keepData: true });
  const stored = await readStored(product.dataDir);
  rmSync(product.dataDir, { recursive: true, force: true });
  const { eventsPerDay: chosenPerDay } = DEFAULT_PREFERENCES;
  const evidence = {
    people: cast.all,
    stored,
    seen: witness,
    calendar: SIMULATED_CALENDAR,
    chosenPerDay,
    startMs,
    endMs,
    behind: timesBehind(product.output()),
  };
  const ok = report(stage, evidence, judge(evidence), faultsOfLog(product.output()));
  say(`\nsoak: ${ok ? 'passed' : 'failed'}, ${minutes} minutes`);
  return ok ? 0 : 1;
}

process.exitCode = await main();
