/** How trades ended, and what each way brought. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { intervalText, signedText, usdText } from '#features/backtests/words/estimate-words.ts';
import { EXIT_WORDS } from '#features/backtests/words/fill-words.ts';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';

const percent = (share: number): string => (share * 100).toFixed(1);

export function ExitsCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { exits, correction } = result;
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
                    <td className={`num font-medium ${netUsd < 0 ? 'down' : 'up'}`}>{usdText(netUsd)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="bt-note">
        A stop or target chosen from these figures is rule {correction.rulesTried + 1} on the same data.
      </p>
    </Card>
  );
}
