/** Every marketing claim of the public pages: its text, its evidence, its date, and whether it may be shown. */
import { EVENT_TYPES, FLOW_EVENT_TYPES, type FlowEventType, PATTERN_TYPES } from '@undertow/market';
import { capitalised, countWord } from '#lib/format/formats.ts';

/**
 * `fact`: true of the product as it is built. `target`: what something was designed to reach, shown only beside what was measured.
 * `commitment`: a promise of the operator. `planned`: not built yet, shown with that word. `unproven`: shown nowhere.
 */
export type ClaimState = 'fact' | 'target' | 'commitment' | 'planned' | 'unproven';

export interface Claim {
  readonly text: string;
  /** The test, file or document behind it. */
  readonly evidence: string;
  /** Day on which the evidence was last looked at, ISO 8601. */
  readonly date: string;
  readonly state: ClaimState;
}

type Row<State extends ClaimState> = Claim & { readonly state: State };

const LOOKED_AT = '2026-11-22';

const rowOf =
  <State extends ClaimState>(state: State) =>
  (text: string, evidence: string, date = LOOKED_AT): Row<State> => ({ text, evidence, date, state });

const fact = rowOf('fact');
const target = rowOf('target');
const commitment = rowOf('commitment');
const planned = rowOf('planned');
const unproven = rowOf('unproven');

/** How certain each event type is, as its row in the table of event types says. */
const EVENT_CLAIMS = Object.fromEntries(
  FLOW_EVENT_TYPES.map((type) => {
    const { text, evidence } = EVENT_TYPES[type].certainty;
    return [`event-${type}`, fact(text, evidence)];
  }),
) as Readonly<Record<`event-${FlowEventType}`, Row<'fact'>>>;

export const CLAIMS = {
  hero: fact(
    'Undertow rebuilds the order book from the exchange’s messages and marks icebergs, absorption, stop runs and spoofing-like patterns as they happen. Every event opens the evidence it rests on.',
    'packages/detection/src/pipeline/registry.ts; tests/line/recording.test.ts; tests/journeys/live-dashboard.test.ts',
  ),
  'live-chart': fact(
    'The product’s own chart, fed by a market that is simulated in this browser',
    'apps/web/src/features/demo/landing-chart.tsx; packages/simulator',
  ),
  'six-events': fact(
    'Every event has a colour, a shape and a letter, and is called exact only where the exchange’s own messages prove it.',
    'packages/market/src/events/event-types.ts; docs/decisions/0008-one-judge-for-probabilities.md',
  ),
  ...EVENT_CLAIMS,
  workspace: fact(
    'Chart, footprint, depth over time, ladder, tape and profile side by side, in layouts of your own. Linked panes share instrument, instant and price.',
    'tests/journeys/workspace.test.ts',
    '2026-11-28',
  ),
  'workspace-marks': fact(
    'A detection is marked where it happened: in the cell, in the band of resting size, in the row of the ladder, on the order in the tape.',
    'apps/web/src/flow-panes',
    '2026-11-28',
  ),
  'workspace-replay': fact(
    'Any recorded instant plays again in every pane, with later bars hidden and the detectors run anew.',
    'docs/decisions/0042; tests/line/market-replay.test.ts',
    '2026-11-28',
  ),
  'trap-probability': fact(
    'A probability, and its measured record is on this page.',
    'detectors/trap-zone; packages/detection/src/evaluation/figures.json',
  ),
  'smart-reversal-target': target('90%', 'Specification, section 9: claimed accuracy of Smart Reversal'),
  'momentum-exhaustion-target': target(
    '92%',
    'Specification, section 9: claimed accuracy of Momentum Exhaustion',
  ),
  'triple-convergence-target': target(
    '96%',
    'Specification, section 9: claimed accuracy of Triple Convergence',
  ),
  'measured-beside-target': fact(
    'Each indicator was given a target, and each was then measured on labelled markets. Where the two differ, believe the second.',
    'GET /api/measured-rates, from packages/detection/src/evaluation/figures.json',
  ),
  journal: fact(
    'Import trades from your platform, see net results after fees, and read insights that state their sample and their interval. Where there is too little data for either, the journal says so and shows no insight.',
    'packages/journal/src/platforms; packages/journal/src/insights/generation/generate-insights.test.ts',
  ),
  'journal-beside-events': fact(
    'Where the market was recorded, each trade is shown beside the order-flow events before its entry, so that a habit can be separated from an accident.',
    'GET /api/trades/:id/context and /api/trades/context; apps/server/src/modules/trades',
  ),
  'compliance-intro': fact(
    'What is kept, for how long, who sees it, and what happens when something breaks. Written in plain words.',
    '/compliance, /privacy, /terms',
  ),
  'no-advice': fact(
    'An analysis tool: it places no orders and gives no investment advice.',
    'No route of packages/contracts takes an order; lint of generated texts',
  ),
  'card-data': fact(
    'Card numbers go to the payment provider and never reach this server.',
    'apps/server/src/adapters/billing; content security policy of /subscribe',
  ),
  'own-data': fact(
    'Export and erasure of your data cover every table that holds some.',
    'personal-data.test.ts',
  ),
  'records-kept': commitment('6 years', 'Specification, section 9; invoices, contracts and consents'),
  'data-requests': commitment('within 30 days', 'Specification, section 9'),
  'breach-notification': commitment('within 72 hours', 'Specification, section 9; UK GDPR article 33'),
  'recovery-time': commitment('4 hours', 'Specification, section 9; recovery time objective'),
  'recovery-point': commitment('1 hour', 'Specification, section 9; recovery point objective'),
  'nothing-to-install': fact(
    'It runs in the browser, on desktop and phone.',
    'tests/journeys at 1440, 1024 and 390 pixels',
  ),
  'status-never-hidden': fact(
    'Live, delayed, stale, simulated or disconnected is shown inside the chart, with the age of the data.',
    'apps/web/src/live/line-status.test.ts; tests/journeys/lost-connection.test.ts',
  ),
  'cost-in-the-open': fact(
    'Named products at their public list prices, each in its own currency, with its source and the day it was read.',
    'COST_ROWS of this file',
  ),
  'price-notice': commitment(
    'Price changes are announced 30 days ahead.',
    'Specification, section 9; PLANS refuse an earlier change',
  ),
  cheaper: unproven(
    '60-80% cheaper than a $300-500/month traditional setup',
    'Specification, section 9. No source proves the range.',
  ),
  'one-truth': fact(
    'Socket, polling, alerts and history read one state through one gate: what a plan may not see never leaves the server.',
    'tests/line/leak-oracle.test.ts',
  ),
  learning: fact(
    'Every probability comes from one judge that learned on markets whose truth is known. What is raised live declares its outcome first, is settled by that rule, and stays in a chain of hashes that nobody can edit unseen.',
    'docs/decisions/0008 and 0010; npm run verify-track-record',
  ),
  'drift-watch': fact(
    'A probability that was not calibrated for a feed says so in place of a percentage.',
    'packages/detection/src/calibration/judge.ts',
  ),
  'nightly-recalibration': planned(
    'Recalibration on the settled outcomes of live markets, each version kept beside the calls it made.',
    'packages/detection/src/learning has the parts; no schedule runs them',
  ),
  'roadmap-now': fact(
    `${capitalised(countWord(FLOW_EVENT_TYPES.length))} event types and ${countWord(PATTERN_TYPES.length)} AI patterns, each with its evidence; a measured record; alert rules with a dry run; a trade journal with imports; real-time data from your own trading account; an API with streams, webhooks and tools for assistants.`,
    'packages/market/src/events/event-types.ts; packages/detection/src/pipeline/registry.ts; packages/journal; packages/feeds/src/rithmic; tests/public-api',
  ),
  'roadmap-next': planned(
    'Backtests in the browser.',
    'PLANS of packages/contracts mark backtesting as planned',
  ),
  'bold-hero': fact(
    'Price runs through the obvious high, takes the stops and turns. It looks like bad luck on a candle. In the order book it leaves a record, and Undertow reads it message by message.',
    'packages/detection/src/detectors/stops/stop-run.test.ts',
  ),
  'bold-four': fact(
    'Each is marked as it happens, with the orders behind it. Two can be exact, because the exchange’s own messages prove them. Two are probabilities, and say so.',
    'detectors/stops, iceberg, spoofing, trap-zone',
  ),
  'bold-stops': fact(
    'A burst of elected stops beyond a level that everyone can see, then nobody left to push. The stops are counted and the return is timed.',
    'detectors/stops/stop-run.ts, stop-outcome.ts',
  ),
  'bold-icebergs': fact(
    'A small size shows, far more has traded, and it is still there. The order refills under one id, and the fills show how much it has traded.',
    'detectors/iceberg/iceberg-native.ts',
  ),
  'bold-spoofing': fact(
    'Large size appears, others lean on it, and it is gone before price arrives. You see what was posted and what was pulled.',
    'detectors/spoofing/spoofing.ts',
  ),
  'bold-traps': fact(
    'The breakout that fills the late buyers, then stops. The zone where they are stuck is marked, and the orders against them.',
    'detectors/trap-zone/trap-zone.ts',
  ),
  'bold-record': fact(
    'Every rate below is from labelled markets that no detector had seen. Where an indicator falls short of its target, this table says by how much.',
    'GET /api/measured-rates; docs/decisions/0009-labelled-markets-and-sealed-seeds.md',
  ),
} as const satisfies Readonly<Record<string, Claim>>;

type Claims = typeof CLAIMS;
/** Claims that a page may show; naming an unproven one does not compile. */
export type ShownClaimId = {
  [Id in keyof Claims]: Claims[Id]['state'] extends 'unproven' ? never : Id;
}[keyof Claims];

/** A claim as a page shows it. */
export function claim(id: ShownClaimId): Claim {
  return CLAIMS[id];
}
