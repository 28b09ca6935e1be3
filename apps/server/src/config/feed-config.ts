/** The settings of the platform's market data: their schemas for `config.ts`, and the combinations that are refused. */
import { resolve } from 'node:path';
import { historyUrlFault, microdollarsOf, type SpendingBudget } from '@undertow/feeds';
import { z } from 'zod';

const ADDRESS = /^([\w.-]+|\[[0-9a-f:]+\]):(\d{1,5})$/i;

const gateway = z.string().transform((text, context) => {
  const [, host = '', port = ''] = ADDRESS.exec(text) ?? [];
  if (host !== '' && Number(port) >= 1 && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  context.addIssue({ code: 'custom', message: 'expected HOST:PORT' });
  return z.NEVER;
});

type Chosen =
  | { readonly kind: 'none' }
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly path: string }
  | { readonly kind: 'databento' };

const source = z
  .string()
  .regex(/^(none|simulated|databento|replay:.+)$/, 'expected none, simulated, databento or replay:FILE')
  .transform((text): Chosen => {
    if (text === 'none' || text === 'simulated' || text === 'databento') return { kind: text };
    return { kind: 'replay', path: resolve(text.slice('replay:'.length)) };
  });

const replaySpeed = z
  .string()
  .regex(/^(max|\d+(\.\d+)?)$/, 'expected a positive number, or max for as fast as possible')
  .transform((text) => (text === 'max' ? null : Number(text)))
  .refine((value) => value === null || value > 0, 'expected a positive number');

/** Where `undertow fetch` buys. The server buys nothing, and refuses a wrong one at its start all the same. */
const history = z.string().superRefine((text, context) => {
  const fault = historyUrlFault(text);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

const dollars = z.string().transform((text, context) => {
  const microdollars = microdollarsOf(text);
  if (microdollars !== null) return microdollars;
  context.addIssue({ code: 'custom', message: 'expected dollars such as 25 or 12.50' });
  return z.NEVER;
});

export const FEED_SHAPE = {
  MARKET_FEED: source.optional(),
  /** The name of `MARKET_FEED` in earlier versions. */
  FEED: source.optional(),
  REPLAY_SPEED: replaySpeed.default(1),
  DATABENTO_KEY: z.string().min(1).optional(),
  DATABENTO_DATASET: z
    .string()
    .regex(/^[A-Z0-9]{1,8}\.[A-Z0-9]{1,7}$/, 'expected a dataset such as GLBX.MDP3')
    .default('GLBX.MDP3'),
  DATABENTO_GATEWAY: gateway.optional(),
  DATABENTO_COMPRESSION: z.enum(['none', 'zstd'], { message: 'expected none or zstd' }).default('none'),
  DATABENTO_HISTORY: history.optional(),
  DATABENTO_DAY_DOLLARS: dollars.optional(),
  DATABENTO_MONTH_DOLLARS: dollars.optional(),
};

const feedSchema = z.object(FEED_SHAPE);

type FeedConfig = Exclude<Chosen, { readonly kind: 'databento' }> | DatabentoConfig;

export interface DatabentoConfig {
  readonly kind: 'databento';
  readonly key: string;
  readonly dataset: string;
  /** Null: where the dataset is. */
  readonly gateway: { readonly host: string; readonly port: number } | null;
  readonly compression: 'none' | 'zstd';
}

/**
 * The feed of the settings, or a sentence for each fault. Nothing is simulated in production unless it is named: without
 * a setting there is no market but that of connected accounts.
 */
export function feedOf(
  settings: z.output<typeof feedSchema>,
  isProduction: boolean,
): FeedConfig | { readonly faults: readonly string[] } {
  const { MARKET_FEED: named, FEED: earlier, DATABENTO_KEY: key } = settings;
  if (named !== undefined && earlier !== undefined)
    return { faults: ['MARKET_FEED and FEED, its earlier name, are both set, expected one of them'] };
  const chosen = named ?? earlier ?? ({ kind: isProduction ? 'none' : 'simulated' } satisfies Chosen);
  if (chosen.kind !== 'databento') return chosen;
  if (key === undefined)
    return {
      faults: ['DATABENTO_KEY is not set, expected the key of MARKET_FEED=databento, or DATABENTO_KEY_FILE'],
    };
  const { DATABENTO_DATASET: dataset, DATABENTO_GATEWAY, DATABENTO_COMPRESSION: compression } = settings;
  return { kind: 'databento', key, dataset, gateway: DATABENTO_GATEWAY ?? null, compression };
}

/** What may be spent at the historical service; nothing where the operator did not set it. */
export function databentoBudgetOf(settings: z.output<typeof feedSchema>): SpendingBudget {
  return {
    dayMicrodollars: settings.DATABENTO_DAY_DOLLARS ?? 0,
    monthMicrodollars: settings.DATABENTO_MONTH_DOLLARS ?? 0,
  };
}
