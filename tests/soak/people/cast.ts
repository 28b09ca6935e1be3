/** Who takes part in a soak: a person of every plan with rules of every kind, a witness, subscribers, two in browsers. */
import type { InstrumentDto, SessionFacts } from '@undertow/contracts';
import { TIER_RULES } from '@undertow/contracts';
import type { Tally } from '#tests/soak/tally.ts';
import { Person, type TierName } from './person.ts';
import { advancedRules, plainRules, type Quote } from './rules.ts';

export interface Cast {
  readonly witness: Person;
  readonly free: Person;
  readonly basic: Person;
  readonly pro: Person;
  readonly elite: Person;
  readonly journal: Person;
  readonly subscribers: readonly Person[];
  readonly inBrowsers: readonly { readonly person: Person; readonly tier: TierName }[];
  readonly all: readonly Person[];
}

/** ES, NQ and CL: what an hour of two cores can simulate beside everything else. */
export const INSTRUMENTS = [1, 2, 4] as const;
const [ONE] = INSTRUMENTS;
/** The first history of an instrument takes half a minute, and longer beside others. */
const MAX_HISTORY_MS = 600_000;

export async function quoteOf(person: Person, instrumentId: number): Promise<Quote> {
  const all = await person.read<readonly InstrumentDto[]>('/instruments');
  const found = all.find(({ id }) => id === instrumentId);
  const { lastPrice } = await person.read<SessionFacts>(`/session-facts?instrumentId=${instrumentId}`);
  if (found === undefined || lastPrice === null)
    throw new Error(`instrument ${instrumentId} has no price yet`);
  return {
    instrumentId,
    tickSize: Number(found.tickSize),
    decimals: found.decimals,
    lastPrice: Number(lastPrice),
  };
}

/** The witness sees every instrument before anything is judged. */
async function untilTrading(witness: Person): Promise<void> {
  const deadline = Date.now() + MAX_HISTORY_MS;
  for (const instrumentId of INSTRUMENTS) {
    for (;;) {
      const { lastPrice } = await witness.read<SessionFacts>(`/session-facts?instrumentId=${instrumentId}`);
      if (lastPrice !== null) break;
      if (Date.now() > deadline) throw new Error(`instrument ${instrumentId} did not trade in time`);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

/** Fills what is left of the plan with rules; one more must be refused. */
async function fillUp(person: Person, tier: TierName, quote: Quote): Promise<void> {
  const [, , , , , ofEvents] = plainRules(quote);
  if (ofEvents === undefined) throw new Error('expected a rule of events');
  const free = TIER_RULES[tier].alertRulesLimit - person.ruleVersions.length;
  for (let at = 0; at < free; at += 1) await person.addRule({ ...ofEvents, name: `${ofEvents.name} ${at}` });
  const { status } = await person.call('POST', '/alert-configurations', {
    body: ofEvents,
    expects: [403, 409],
  });
  if (status < 400) person.tally.complain(`${person.email} made more rules than ${tier} has`);
}

async function prepare(person: Person, tier: TierName, instrumentIds: readonly number[]): Promise<void> {
  await person.signIn(tier);
  await person.addInstruments(instrumentIds);
  await person.keepRules();
}

export async function openCast(origin: string, tally: Tally): Promise<Cast> {
  const person = (name: string): Person => new Person(origin, `${name}@soak.example.com`, tally);
  const cast = {
    witness: person('witness'),
    free: person('free'),
    basic: person('basic'),
    pro: person('pro'),
    elite: person('elite'),
    journal: person('journal'),
    subscribers: [person('first-subscriber'), person('second-subscriber')],
    inBrowsers: [
      { person: person('browser-elite'), tier: 'elite' },
      { person: person('browser-basic'), tier: 'basic' },
    ] as const,
  };
  const { witness, free, basic, pro, elite, journal, subscribers, inBrowsers } = cast;
  await prepare(witness, 'elite', INSTRUMENTS);
  await untilTrading(witness);
  await prepare(free, 'free', []);
  for (const one of subscribers) await prepare(one, 'free', []);
  await prepare(basic, 'basic', [ONE]);
  for (const one of [pro, elite, journal] as const)
    await prepare(one, one === pro ? 'pro' : 'elite', INSTRUMENTS);
  for (const { person: one, tier } of inBrowsers) await prepare(one, tier, [ONE]);
  await addRules(cast);
  const browsers = inBrowsers.map(({ person: one }) => one);
  return { ...cast, all: [witness, free, basic, pro, elite, journal, ...subscribers, ...browsers] };
}

async function addRules({ witness, free, basic, pro, elite }: Omit<Cast, 'all'>): Promise<void> {
  const quotes = await Promise.all(INSTRUMENTS.map((id) => quoteOf(witness, id)));
  const [quote] = quotes;
  if (quote === undefined) throw new Error('expected a quote');
  for (const rule of plainRules(quote)) await basic.addRule(rule);
  await fillUp(basic, 'basic', quote);
  for (const person of [pro, elite]) {
    for (const one of quotes) for (const rule of plainRules(one)) await person.addRule(rule);
    for (const rule of advancedRules(quote, Date.now())) await person.addRule(rule);
  }
  const [rule] = plainRules(quote);
  const { status } = await free.call('POST', '/alert-configurations', {
    body: rule ?? {},
    expects: [403, 409],
  });
  if (status < 400) free.tally.complain('somebody without a plan made a rule');
}
