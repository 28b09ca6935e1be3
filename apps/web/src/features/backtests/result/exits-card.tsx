/** How trades ended, and what each way brought. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { intervalText, signedText, usdText } from '#features/backtests/words/estimate-words.ts';
import { EXIT_WORDS } from '#features/backtests/words/fill-words.ts';
import { countOf, formatShare, formatSize } from '#lib/format/formats.ts';
import { signTone } from '#lib/format/sign-tone.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { type Excursions, tradesOf, withinTicks } from './excursion-figures.ts';

const percent = (share: number): string => (share * 100).toFixed(1);

const MIN_TRADES = 30;

/** What the scatter of the same trades shows, in two sentences. */
function Distances({ excursions }: { readonly excursions: Excursions }): ReactNode {
  const rows = [
    {
      text: 'Winners went against the entry, 9 of 10 within',
      n: tradesOf(excursions, 'won'),
      value: countOf(withinTicks(excursions, 'maeTicks', 'won', 0.9) ?? 0, 'tick'),
    },
    {
      text: 'Losers were ahead at some time, half by',
      n: tradesOf(excursions, 'lost'),
      value: `${countOf(withinTicks(excursions, 'mfeTicks', 'lost', 0.5) ?? 0, 'tick')} or more`,
    },
  ];
  return (
    <dl className="bt-distances">
      {rows.map(({ text, n, value }) => (
        <div key={text}>
          <dt>{text}</dt>
          <dd>
            {n < MIN_TRADES ? <Badge>Too few to say</Badge> : value}{' '}
            <span className="t-12 text-text-3">n = {formatSize(n)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ExitsCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { exits, correction, excursions } = result;
  return (
    <Card title="How trades ended">
      <ScrollRegion label="How trades ended, table">
        <table className="table">
          <TableHead
            columns={[
              'Exit',
              ['n', 'num'],
              ['Share', 'num'],
              ['95% interval', 'num'],
              ['Net R a trade', 'num'],
              ['Net', 'num'],
            ]}
          />
          <tbody>
            {exits.map(({ reason, n, share, netR, netUsd }) => (
              <tr key={reason}>
                <th scope="row">{EXIT_WORDS[reason]}</th>
                <td className="num">{formatSize(n)}</td>
                <td className="num">{share.value === null ? '' : formatShare(share.value, 1)}</td>
                <td className="num t-12 text-text-3">{intervalText(share, percent)}</td>
                {netR?.value == null ? (
                  <td className="num" colSpan={2}>
                    <Badge>Too few to say</Badge>
                  </td>
                ) : (
                  <>
                    <td className="num">{signedText(netR.value)}</td>
                    <td className={`num font-medium ${signTone(netUsd)}`}>{usdText(netUsd)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {excursions === undefined ? null : <Distances excursions={excursions} />}
      <p className="bt-note">
        A stop or target chosen from these figures is rule {correction.rulesTried + 1} on the same data.
      </p>
    </Card>
  );
}
