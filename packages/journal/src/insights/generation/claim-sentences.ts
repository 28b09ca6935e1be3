/** Sentences of a tested claim. They are complete without any language model; every figure is one of the finding. */
import type { Claim } from '#insights/claims/claim.ts';
import type { Insight } from '#insights/claims/insight.ts';
import { sliceDays, sliceTrades } from '#insights/claims/measure-claim.ts';
import { counted, countText, moneyText, rateText, ratioText, signedMoney } from '#insights/claims/wording.ts';
import type { Judgement, JudgingGround } from './judge-claim.ts';
import { settlesText } from './what-settles-it.ts';

/** @param checked tests of this generation */
export function sentencesOf(ground: JudgingGround, judged: Judgement, checked: number): Insight {
  const { claim, averages, standing } = judged;
  const { columns } = ground;
  const better = averages.difference > 0 !== (claim.meaning === 'more-is-worse');
  const days = sliceDays(columns, claim);
  const settles = standing === 'proven' ? '' : settlesText(judged);
  return {
    key: claim.key,
    kind: judged.question.kind,
    insightType: typeOf(judged, better),
    standing: standing === 'dropped' ? 'not-enough-data' : standing,
    title: titleOf(judged, better),
    description: description(ground, judged, days, checked),
    actionable:
      standing === 'not-enough-data' ? '' : better ? claim.texts.action.better : claim.texts.action.worse,
    settles,
    priority: standing === 'not-enough-data' ? 'low' : judged.priority,
    confidence: judged.confidence,
    effect: {
      value: figure(averages.shrunk, claim.unit),
      ci95: judged.resampled.ci95 && [
        figure(judged.resampled.ci95[0], claim.unit),
        figure(judged.resampled.ci95[1], claim.unit),
      ],
      unit: claim.unit,
      n: averages.n,
      days,
      mean: figure(claim.unit === 'ratio' ? averages.difference : averages.mean, claim.unit),
      baseline: claim.unit === 'ratio' ? 1 : figure(averages.baseline, claim.unit),
    },
    details: claim.details,
    definition: claim.texts.definition,
    p: judged.p,
    q: judged.q,
    seenAgain: judged.seenAgain,
    restsOnOneTrade: judged.restsOnOneTrade,
    impactMicrosPerMonth: judged.impactMicrosPerMonth,
    currency: columns.currency,
    tradeIds: sliceTrades(columns, claim),
  };
}

/** A slice that does better than the rest and still loses money is not a strength. */
function typeOf({ claim, standing, averages }: Judgement, better: boolean): Insight['insightType'] {
  if (standing !== 'proven') return 'other';
  if (claim.meaning === 'behaviour') return 'recommendation';
  if (!better) return 'weakness';
  return averages.mean > 0 ? 'strength' : 'other';
}

function titleOf({ claim, standing }: Judgement, better: boolean): string {
  const title = better ? claim.texts.title.better : claim.texts.title.worse;
  if (standing === 'proven') return title;
  return standing === 'to-watch' ? `To watch: ${lowerFirst(title)}` : `Not enough data: ${lowerFirst(title)}`;
}

/** Names such as `NQ` and `Fridays` keep their capital, `You` and `Your` lose it. */
function lowerFirst(text: string): string {
  return /^(You|Your|Trades|Revenge|The)\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function description(ground: JudgingGround, judged: Judgement, days: number, checked: number): string {
  const { claim, averages } = judged;
  const money = ground.columns.currency;
  const sample = `${counted(averages.n, 'trade')}, ${counted(days, 'day')}`;
  const sentences = [
    claim.sentence?.(averages, sample, money) ?? firstSentence(judged, sample, money),
    range(judged, money),
    sighting(judged),
    judged.restsOnOneTrade
      ? 'It depends on one trade: without the largest winner and the largest loser it is not clear.'
      : '',
    impact(judged, money),
    checkedText(judged, checked),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function firstSentence({ claim, averages }: Judgement, sample: string, money: string | null): string {
  const held =
    claim.bound === null ? `, against ${signedMoney(averages.baseline, money)} ${claim.texts.against}` : '';
  return `${claim.texts.subject} ${madeOrLost(averages.mean, money)} on average (${sample})${held}.`;
}

function madeOrLost(micros: number, currency: string | null): string {
  return `${micros < 0 ? 'lost' : 'made'} ${moneyText(Math.abs(micros), currency)}`;
}

function range({ claim, averages, resampled }: Judgement, currency: string | null): string {
  const shown = (value: number): string => differenceText(value, claim, currency);
  const a = claim.unit === 'micros-per-trade' ? ' a trade' : '';
  const shrunk = `Allowing for the size of the sample, the ${claim.unit === 'ratio' ? 'ratio' : 'difference'} is ${shown(averages.shrunk)}${a}`;
  return resampled.ci95 === null
    ? `${shrunk}; there are too few days for a range.`
    : `${shrunk} (95% range ${shown(resampled.ci95[0])} to ${shown(resampled.ci95[1])}).`;
}

function differenceText(value: number, { unit }: Claim, currency: string | null): string {
  if (unit === 'ratio') return ratioText(Math.exp(value));
  return unit === 'rate' ? rateText(value) : signedMoney(value, currency);
}

function sighting({ seenAgain, sinceShown, standing }: Judgement): string {
  if (standing === 'not-enough-data' || seenAgain === null) return '';
  const where = sinceShown ? 'in the trades since it was first shown' : 'in the last 30% of your data';
  return seenAgain ? `Seen again ${where}.` : `Not seen again ${where}.`;
}

function impact({ impactMicrosPerMonth: micros, standing }: Judgement, currency: string | null): string {
  if (micros === null || standing === 'not-enough-data') return '';
  const verb = micros < 0 ? 'cost' : 'brought';
  return `If it held, it ${verb} about ${moneyText(Math.abs(micros), currency)} a month.`;
}

/** False findings to expect: 1 in 20 of those with q <= 0.05, 1 in 10 of those to watch. */
function checkedText({ standing }: Judgement, checked: number): string {
  const one = `This is one of ${countText(checked)} things we checked`;
  if (standing === 'not-enough-data') return `${one}; it cannot be distinguished from chance yet.`;
  return `${one}; we expect about 1 in ${standing === 'proven' ? 20 : 10} such findings to be chance.`;
}

/** A figure of the structure, in its unit: micros whole, rates and ratios to six decimals. */
function figure(value: number, unit: Claim['unit']): number {
  if (unit === 'micros-per-trade') return Math.round(value) + 0;
  return Number((unit === 'ratio' ? Math.exp(value) : value).toFixed(6));
}
