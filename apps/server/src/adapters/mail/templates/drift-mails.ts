/** The mail to administrators about a model whose forecasts were off. */
import type { MailFacts } from '#ports/mail.ts';
import { facts, heading, link, type MailBody, type MailContext, text } from './mail-body.ts';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

export function modelDrifting(mail: MailFacts['model_drifting'], { publicOrigin }: MailContext): MailBody {
  const { source, symbol, model, day, session } = mail;
  const name = model.replaceAll('_', ' ');
  const figures: readonly (readonly [string, string])[] =
    session === null
      ? []
      : [
          ['Forecasts settled', String(session.settled)],
          ['Forecast on average', percent(session.forecast)],
          ['Came true', percent(session.observed)],
        ];
  return {
    subject: `Model drift: ${name} on ${symbol}`,
    blocks: [
      text(
        'On the last trading day the forecasts of a model were off by more than chance allows. In the trading day that begins now its probabilities are drawn halfway to the base rate.',
      ),
      facts(['Model', name], ['Instrument', `${symbol}, ${source}`], ['Trading day', day], ...figures),
      heading('What to do'),
      text(
        'One such day may be an unusual market: the model recalibrates itself. If it drifts for several days, compare its track record with its evaluation and train it again.',
      ),
      link('Open operations', `${publicOrigin}/admin?tab=operations`),
    ],
  };
}
