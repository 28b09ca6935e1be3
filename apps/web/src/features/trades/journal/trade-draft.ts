/** A trade as the fields of a form hold it, and the way to the contract and back. */
import type { NewTradeDto, TradeDto } from '@undertow/contracts';
import { z } from 'zod';
import { USER_ZONE } from '#lib/format/times.ts';
import { instantOfWallTime, wallTime } from '#lib/format/zone-times.ts';

const DECIMAL = /^-?\d{1,15}(\.\d{1,9})?$/;
const EXPECTED_NUMBER = 'Enter a number such as 4567.25.';
const EXPECTED_TIME = 'Enter a date and a time.';

/** `.5` and `5.` are what number fields let through. */
function plainDecimal(text: string): string {
  return text
    .trim()
    .replace(/^(-?)\./, '$10.')
    .replace(/\.$/, '');
}

const decimal = z.string().transform(plainDecimal).pipe(z.string().regex(DECIMAL, EXPECTED_NUMBER));
const emptyOr = <T extends z.ZodType<unknown, string>>(schema: T) =>
  z.union([
    z
      .string()
      .trim()
      .length(0)
      .transform(() => null),
    schema,
  ]);
const optionalDecimal = emptyOr(decimal);
const time = z.string().transform((text, context) => {
  const timeMs = instantOfWallTime(text, USER_ZONE);
  if (timeMs !== null) return new Date(timeMs).toISOString();
  context.addIssue({ code: 'custom', message: EXPECTED_TIME });
  return z.NEVER;
});
const shortText = (most: number, expected: string) =>
  z.string().trim().min(1, expected).max(most, `At most ${most} characters.`);
const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters.`)
    .transform((text) => (text === '' ? null : text));

function tagsOf(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ];
}

/** Checks the fields and gives what the contract takes; times are read in the user's zone. */
export const tradeDraft = z
  .object({
    platform: shortText(60, 'Enter the platform, for example Manual.'),
    instrumentSymbol: shortText(60, 'Enter the symbol, for example ES.'),
    tradeType: z.enum(['BUY', 'SELL']),
    entryPrice: decimal,
    exitPrice: optionalDecimal,
    quantity: decimal.refine((text) => Number(text) > 0, 'Enter a number above 0.'),
    entryTime: time,
    exitTime: emptyOr(time),
    pnl: optionalDecimal,
    commission: emptyOr(decimal).transform((text) => text ?? '0'),
    fees: optionalDecimal,
    plannedStop: optionalDecimal,
    strategy: optionalText(200),
    notes: optionalText(5000),
    account: z.string().trim().max(60, 'At most 60 characters.'),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, 'Enter three letters, for example USD.'),
    tags: z
      .string()
      .transform((text) => [...tagsOf(text)])
      .pipe(z.array(z.string().max(40, 'A tag has at most 40 characters.')).max(20, 'At most 20 tags.')),
  })
  .refine(({ entryTime, exitTime }) => exitTime === null || exitTime >= entryTime, {
    path: ['exitTime'],
    message: 'This is before the entry.',
  });

export type TradeDraft = z.input<typeof tradeDraft>;

/** Fields whose absence has a toast of its own. */
export const REQUIRED_FIELDS = ['platform', 'instrumentSymbol', 'entryPrice'] as const;

/** An empty form, entered now. */
export function emptyDraft(nowMs: number): TradeDraft {
  return {
    platform: 'Manual',
    instrumentSymbol: '',
    tradeType: 'BUY',
    entryPrice: '',
    exitPrice: '',
    quantity: '1',
    entryTime: wallTime(nowMs, USER_ZONE),
    exitTime: '',
    pnl: '',
    commission: '',
    fees: '',
    plannedStop: '',
    strategy: '',
    notes: '',
    account: '',
    currency: 'USD',
    tags: '',
  };
}

/** The form of a trade that is there. */
export function draftOf(trade: TradeDto): TradeDraft {
  return {
    platform: trade.platform,
    instrumentSymbol: trade.instrumentSymbol,
    tradeType: trade.tradeType,
    entryPrice: trade.entryPrice ?? '',
    exitPrice: trade.exitPrice ?? '',
    quantity: trade.quantity,
    entryTime: wallTime(Date.parse(trade.entryTime), USER_ZONE),
    exitTime: trade.exitTime === null ? '' : wallTime(Date.parse(trade.exitTime), USER_ZONE),
    pnl: trade.pnl ?? '',
    commission: trade.commission,
    fees: trade.fees ?? '',
    plannedStop: trade.plannedStop ?? '',
    strategy: trade.strategy ?? '',
    notes: trade.notes ?? '',
    account: trade.account,
    currency: trade.currency,
    tags: trade.tags.join(', '),
  };
}

/** What differs between a trade's own form and the one that is saved: only that is sent, so that nothing else moves. */
export function changesOf(trade: TradeDto, saved: NewTradeDto): Partial<NewTradeDto> {
  const before = tradeDraft.safeParse(draftOf(trade)).data;
  if (before === undefined) return saved;
  const names = Object.keys(saved) as (keyof NewTradeDto)[];
  const changed = names.filter((name) => JSON.stringify(saved[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, saved[name]]));
}
