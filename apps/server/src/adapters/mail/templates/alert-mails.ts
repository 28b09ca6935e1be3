/** Mails about alerts: the same words as in the app, when it was, and how to end such mails. */
import { alertMarketWords } from '@undertow/contracts';
import type { AlertMailRule, MailFacts } from '#ports/mail.ts';
import { facts, link, type MailBlock, type MailBody, type MailContext, text } from './mail-body.ts';
import { instantWords } from './mail-words.ts';

function endings({ publicOrigin, stopPage }: MailContext): readonly MailBlock[] {
  const settings = link('Choose which alerts are mailed', `${publicOrigin}/alerts`);
  return stopPage === null ? [settings] : [settings, link('Stop alert mails', stopPage)];
}

function chartOf(
  { instrumentId, marketAtMs }: MailFacts['alert_raised'],
  { publicOrigin }: MailContext,
): string {
  if (instrumentId === null || marketAtMs === null) return `${publicOrigin}/alerts`;
  return `${publicOrigin}/?instrumentId=${instrumentId}&at=${encodeURIComponent(new Date(marketAtMs).toISOString())}`;
}

/** `matched` are the rules as they are when the mail leaves. */
export function alertRaised(
  mail: MailFacts['alert_raised'],
  matched: readonly Pick<AlertMailRule, 'name'>[],
  context: MailContext,
): MailBody {
  const { title, message, marketAtMs, delaySeconds, isTest, eventId = null } = mail;
  const rows: (readonly [string, string])[] = [];
  if (marketAtMs !== null) rows.push(['Market time', instantWords(marketAtMs, context)]);
  if (mail.market !== undefined && !isTest)
    rows.push(['Market', alertMarketWords({ market: mail.market, source: mail.source ?? null })]);
  if (delaySeconds > 0) rows.push(['Data', `${delaySeconds / 60} minutes delayed`]);
  // Without an event the message ends with the name of its one rule
  if (eventId !== null) for (const { name } of matched) rows.push(['Rule', name]);
  return {
    // The title of a test is the name of its rule, which are not our words
    subject: isTest ? 'Test of an alert rule' : title,
    blocks: [
      text(isTest ? `${title}: ${message}` : message),
      ...(rows.length === 0 ? [] : [facts(...rows)]),
      link(isTest ? 'Open your alerts' : 'Open the chart at this instant', chartOf(mail, context)),
      ...endings(context),
    ],
  };
}

export function alertsLimited(_mail: MailFacts['alerts_limited'], context: MailContext): MailBody {
  return {
    subject: 'More alerts wait in the app',
    blocks: [
      text(
        'Your rules raised more alerts than we mail: at most 20 an hour and 100 a day. The others are in the app, none is lost.',
      ),
      link('Open your alerts', `${context.publicOrigin}/alerts`),
      ...endings(context),
    ],
  };
}
