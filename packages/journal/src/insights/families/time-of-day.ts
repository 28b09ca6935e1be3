/** Does the moment of the day matter? Fixed bands of New York time, by entry; no search for a best cut. */
import type { Question } from '#insights/claims/claim.ts';
import { NO_GROUP } from '#insights/claims/shuffle-units.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { HOUR_BANDS, type HourBand, hourBandOf } from '#statistics/hour-bands.ts';
import { type Group, groupQuestion } from './group-question.ts';

/** Only other venues trade in the exchange's daily break: it is compared with and never tested. */
const DAILY_BREAK = '1700-1800';

export function timeOfDay(columns: TradeColumns): Question | null {
  return groupQuestion({
    kind: 'time-of-day',
    name: 'time-of-day',
    columns,
    values: columns.adjusted,
    groupOf: Uint8Array.from(columns.entryMs, (ms) => (Number.isNaN(ms) ? NO_GROUP : hourBandOf(ms))),
    all: HOUR_BANDS.map(bandGroup),
    onlyRest: [DAILY_BREAK],
    level: 'within-day',
    minTrades: 20,
    minDays: 15,
  });
}

function bandGroup(band: HourBand): Group {
  const span = band.label.replace(' to ', '–');
  return {
    name: band.key,
    texts: {
      title: { better: `You do better at ${span} New York`, worse: `You do worse at ${span} New York` },
      subject: `Trades entered at ${span} New York time`,
      against: 'at other times',
      action: {
        better: `Keep a note of what you do at ${span}, and check after 30 more trades of that time whether it lasts.`,
        worse: `Leave out ${span} for 30 trades of other times, then check again.`,
      },
      definition:
        'Average net of trades entered in this band of New York time against all other bands; eight fixed bands; ' +
        'differences between symbols taken out; labels shuffled within each day.',
    },
  };
}
