/** The words of a waiting mail: its template, in the user's time zone, with the company's footer. */
import { type CompanyFacts, DISCLAIMER, RISK_LINE } from '@undertow/contracts';
import type { MailContent, OutgoingMail, WaitingMail } from '#ports/mail.ts';
import { erasureRequested, roleChanged } from './account-mails.ts';
import { alertRaised, alertsLimited } from './alert-mails.ts';
import { apiKeyExpiring } from './api-key-mails.ts';
import { modelDrifting } from './drift-mails.ts';
import type { MailBlock, MailBody, MailContext } from './mail-body.ts';
import { greeting, zoneOf } from './mail-words.ts';
import { actionRequired, paymentFailed, refunded } from './payment-mails.ts';
import { cancelled, planChanged, trialEnding, welcome } from './subscription-mails.ts';
import { webhookPaused } from './webhook-mails.ts';

const WIDTH = 76;

function escapeHtml(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Lines of at most the width; a word that is longer, such as an address, stays whole. */
function wrap(words: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}

/** The sender, as far as the operator set it; the law requires it on business correspondence. */
function senderLines(company: CompanyFacts): readonly string[] {
  const { name, number, address, vatNumber, supportEmail } = company;
  const identity = [
    name === null ? 'Undertow' : `Undertow is a service of ${name}`,
    number === null ? null : `company number ${number}`,
    vatNumber === null ? null : `VAT ${vatNumber}`,
  ].filter((part) => part !== null);
  return [`${identity.join(', ')}.`, ...(address === null ? [] : [address]), `Questions: ${supportEmail}`];
}

function footLines(company: CompanyFacts): readonly string[] {
  return [
    'This mail is about your account. It is not advertising.',
    `${DISCLAIMER} ${RISK_LINE}`,
    ...senderLines(company),
  ];
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return wrap(block.text);
    case 'heading':
      return block.text.toUpperCase();
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'link':
      return `${block.label}:\n${block.url}`;
  }
}

const LABEL = 'text-align:left;font-weight:400;color:#5a6778;padding:2px 16px 2px 0;vertical-align:top';

function htmlOf(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case 'heading':
      return `<h2 style="font-size:16px;line-height:1.3;margin:24px 0 8px">${escapeHtml(block.text)}</h2>`;
    case 'facts': {
      const rows = block.rows.map(
        ([name, value]) =>
          `<tr><th scope="row" style="${LABEL}">${escapeHtml(name)}</th><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
      );
      return `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`;
    }
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.url)}" style="color:#1d5fd1">${escapeHtml(block.label)}</a></p>`;
  }
}

const BODY = `margin:0;padding:24px;background:#ffffff;color:#10161f;font:15px/1.5 'IBM Plex Sans',-apple-system,'Segoe UI',Roboto,sans-serif`;
const FOOT = 'margin-top:32px;padding-top:16px;border-top:1px solid #dbe1e9;color:#5a6778;font-size:13px';

/** Text and HTML of a mail. `hello` is its first line. Pure. */
function renderMail(
  { subject, blocks }: MailBody,
  hello: string,
  company: CompanyFacts,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const foot = footLines(company);
  const text = [hello, ...blocks.map(textOf), '-- ', ...foot.map(wrap)].join('\n\n');
  const html = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY}"><main style="max-width:600px;margin:0 auto">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeHtml(subject)}</h1>
<p style="margin:0 0 16px">${escapeHtml(hello)}</p>
${blocks.map(htmlOf).join('\n')}
<footer style="${FOOT}">${foot.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`).join('\n')}</footer>
</main></body></html>
`;
  return { subject, text: `${text}\n`, html };
}

function bodyOf(mail: WaitingMail, context: MailContext): MailBody {
  switch (mail.template) {
    case 'welcome':
      return welcome(mail.facts, context);
    case 'trial_ending':
      return trialEnding(mail.facts, context);
    case 'payment_failed':
      return paymentFailed(mail.facts, context);
    case 'action_required':
      return actionRequired(mail.facts, context);
    case 'plan_changed':
      return planChanged(mail.facts, context);
    case 'cancelled':
      return cancelled(mail.facts, context);
    case 'refunded':
      return refunded(mail.facts, context);
    case 'alert_raised':
      return alertRaised(mail.facts, mail.alertPreferences.rules, context);
    case 'alerts_limited':
      return alertsLimited(mail.facts, context);
    case 'erasure_requested':
      return erasureRequested(mail.facts, context);
    case 'role_changed':
      return roleChanged(mail.facts, context);
    case 'model_drifting':
      return modelDrifting(mail.facts, context);
    case 'webhook_paused':
      return webhookPaused(mail.facts, context);
    case 'api_key_expiring':
      return apiKeyExpiring(mail.facts, context);
  }
}

export interface ComposerSettings {
  readonly company: CompanyFacts;
  readonly publicOrigin: string;
  /** Makes the unsubscribe token of alert mails. */
  readonly alertMailToken: (userId: string) => string;
}

const ALERT_TEMPLATES: ReadonlySet<MailContent['template']> = new Set(['alert_raised', 'alerts_limited']);

/** Returns the composer of mails. Pure. */
export function createComposer({ company, publicOrigin, alertMailToken }: ComposerSettings) {
  return (mail: WaitingMail): Pick<OutgoingMail, 'subject' | 'text' | 'html' | 'stopUrl'> => {
    const isAlert = ALERT_TEMPLATES.has(mail.template);
    const query = isAlert ? `?token=${encodeURIComponent(alertMailToken(mail.userId))}` : '';
    const context = {
      writtenAtMs: mail.createdAtMs,
      timeZone: zoneOf(mail.timeZone),
      publicOrigin,
      supportEmail: company.supportEmail,
      stopPage: isAlert ? `${publicOrigin}/alert-mail/stop${query}` : null,
    };
    const rendered = renderMail(bodyOf(mail, context), greeting(mail.firstName), company);
    return isAlert ? { ...rendered, stopUrl: `${publicOrigin}/api/alert-mail/stop${query}` } : rendered;
  };
}
