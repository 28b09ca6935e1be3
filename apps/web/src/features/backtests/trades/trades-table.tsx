/** Trades of a backtest as a table. */
import type { BacktestTradeDto } from '@undertow/contracts';
import { type FlowEventType, instrumentBySymbol } from '@undertow/market';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { signedText } from '#features/backtests/words/estimate-words.ts';
import { EXIT_WORDS, SOURCE_WORDS } from '#features/backtests/words/fill-words.ts';
import { chartAddress, evidenceAddress } from '#lib/address/event-addresses.ts';
import { replayAddress } from '#lib/address/replay-address.ts';
import { alignPrices, formatAmount, formatConfidence, formatSize } from '#lib/format/formats.ts';
import { signTone } from '#lib/format/sign-tone.ts';
import { formatClock, formatDate, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';

/** An average has decimals that most trades do not need: `4569.750` is `4569.75`. */
const withoutZeros = (price: string): string =>
  price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price;

type Evidence = BacktestTradeDto['evidence'][number];

function EvidenceCell({
  evidence,
  product,
}: {
  readonly evidence: Evidence;
  readonly product: string;
}): ReactNode {
  const { type, price, size, confidence, isExact } = evidence;
  const look = Object.hasOwn(EVENT_LOOKS, type) ? EVENT_LOOKS[type as FlowEventType] : null;
  return (
    <span className="flex items-center gap-1.5">
      {look === null ? <span>{type.replaceAll('_', ' ')}</span> : <Glyph look={look} size={13} />}
      {alignPrices(product, price)[0]}
      <span className="t-12 text-text-3">
        {size === 0 ? '' : `${formatSize(size)} lots, `}
        {formatConfidence(confidence, isExact)}
      </span>
    </span>
  );
}

function Links({
  trade,
  instrumentId,
}: {
  readonly trade: BacktestTradeDto;
  readonly instrumentId: number;
}): ReactNode {
  const { number, signalAt, entryAt, evidence } = trade;
  const [first] = evidence;
  const links = [
    ...(first === undefined ? [] : [{ text: 'Evidence', href: evidenceAddress(first.id) }]),
    { text: 'Chart', href: chartAddress(instrumentId, entryAt) },
    { text: 'Replay', href: replayAddress(instrumentId, signalAt) },
  ];
  return (
    <span className="bt-links">
      {links.map(({ text, href }) => (
        <Link key={text} href={href} aria-label={`${text} of trade ${number}`}>
          {text}
        </Link>
      ))}
    </span>
  );
}

export interface TradesTableProps {
  readonly product: string;
  readonly trades: readonly BacktestTradeDto[];
  /** Of a sample and of uploads there is nothing to open. */
  readonly hasLinks: boolean;
}

function Row({
  trade,
  product,
  hasLinks,
}: Omit<TradesTableProps, 'trades'> & { readonly trade: BacktestTradeDto }) {
  const { number, entryAt, side, evidence, entryPrice, exitPrice, reason, maeTicks, mfeTicks } = trade;
  const [entry, exit] = alignPrices(product, withoutZeros(entryPrice), withoutZeros(exitPrice));
  const enteredMs = Date.parse(entryAt);
  const instrument = instrumentBySymbol(product);
  const [first] = evidence;
  return (
    <tr>
      <td className="text-text-3">{number}</td>
      <td className="text-text-2">
        {formatDate(enteredMs)} {formatClock(enteredMs)}
      </td>
      <td>{side === 'buy' ? 'Buy' : 'Sell'}</td>
      <td>{first === undefined ? '–' : <EvidenceCell evidence={first} product={product} />}</td>
      <td className="num font-medium">{entry}</td>
      <td className="num font-medium">{exit}</td>
      <td className="text-text-2">{EXIT_WORDS[reason]}</td>
      <td className="num text-text-2">{maeTicks}</td>
      <td className="num text-text-2">{mfeTicks}</td>
      <td className={`num font-medium ${signTone(Number(trade.net))}`}>
        {formatAmount(trade.net, 'USD', { signed: true })}
      </td>
      <td className="num">{signedText(trade.netR)}</td>
      <td className="t-12 text-text-3">{SOURCE_WORDS[trade.fill]}</td>
      {hasLinks && instrument !== undefined ? (
        <td className="num">
          <Links trade={trade} instrumentId={instrument.id} />
        </td>
      ) : null}
    </tr>
  );
}

export function TradesTable({ product, trades, hasLinks }: TradesTableProps): ReactNode {
  return (
    <ScrollRegion label="Trades, table">
      <table className="table bt-trades">
        <TableHead
          columns={[
            'No.',
            `Entered, ${zoneCity(USER_ZONE)}`,
            'Side',
            'Event',
            ['Entry', 'num'],
            ['Exit', 'num'],
            'Ended by',
            ['MAE', 'num'],
            ['MFE', 'num'],
            ['Net', 'num'],
            ['R', 'num'],
            'Fill',
            ...(hasLinks ? [['Open', 'num'] as const] : []),
          ]}
        />
        <tbody>
          {trades.map((trade) => (
            <Row key={trade.number} trade={trade} product={product} hasLinks={hasLinks} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
