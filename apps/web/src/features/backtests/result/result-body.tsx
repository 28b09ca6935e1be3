/** The result in its fixed order; the trades, which come by pages, are given by the caller. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { BasisCard } from './basis-card.tsx';
import { CostsCard, FillsCard } from './costs-card.tsx';
import { EquityCard } from './equity-card.tsx';
import { ExcursionCard } from './excursion-card.tsx';
import { ExitsCard } from './exits-card.tsx';
import { GroupsCard, groupBounds } from './groups-card.tsx';
import { KeyFigures } from './key-figures.tsx';
import { TriedCard } from './tried-card.tsx';
import { VerdictCard } from './verdict-card.tsx';
import { WalkForwardCard } from './walk-forward-card.tsx';

function Rest({ result, ruleText }: Pick<ResultBodyProps, 'result' | 'ruleText'>): ReactNode {
  const { groups, excursions } = result;
  const bounds = groupBounds(groups);
  return (
    <>
      <div className="bt-row-2">
        <WalkForwardCard result={result} />
        <TriedCard result={result} />
      </div>
      <div className="bt-row-3">
        <GroupsCard title="By hour" head={`${zoneCity(USER_ZONE)} time`} rows={groups.hour} bounds={bounds} />
        <GroupsCard title="By weekday" head="Weekday" rows={groups.weekday} bounds={bounds} />
        <GroupsCard
          title="By regime"
          head="At entry"
          rows={[...groups.session, ...groups.regime]}
          bounds={bounds}
        />
      </div>
      {excursions === undefined ? (
        <ExitsCard result={result} />
      ) : (
        <div className="bt-row-2">
          <ExcursionCard excursions={excursions} ruleText={ruleText} />
          <ExitsCard result={result} />
        </div>
      )}
    </>
  );
}

export interface ResultBodyProps {
  readonly result: BacktestResultDto;
  readonly ruleText: string;
  readonly leftOut: number;
  readonly trades: ReactNode;
}

export function ResultBody({ result, ruleText, leftOut, trades }: ResultBodyProps): ReactNode {
  const isTooFew = result.verdict === 'too_few';
  return (
    <div className="bt-result">
      <VerdictCard result={result} />
      <KeyFigures result={result} />
      {isTooFew ? (
        <FillsCard result={result} />
      ) : (
        <>
          <div className="bt-row-equity">
            <EquityCard result={result} />
            <div className="bt-stack">
              <CostsCard result={result} />
              <FillsCard result={result} />
            </div>
          </div>
          <Rest result={result} ruleText={ruleText} />
        </>
      )}
      {trades}
      <BasisCard result={result} leftOut={leftOut} />
      <p className="bt-note">
        Intervals by resampling whole trading days, 95%. A backtest describes the past on a stated sample; it
        does not promise a result. Analysis tool only. No investment advice.
      </p>
    </div>
  );
}
