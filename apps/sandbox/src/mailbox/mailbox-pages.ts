/** The pages of the mailbox: the list, one mail, and its HTML part behind a policy that lets nothing run or load. */
import { type Markup, markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import { MAX_MAILS, type MailEnvelope, type OpenedMail } from './mail-store.ts';
import { DELIVERIES, type Delivery } from './smtp-listener.ts';

const BANNER = 'Sandbox: these mails never left this machine';

const STYLE = `
main{max-width:1000px;margin:0 auto;padding:24px}
header{display:flex;flex-wrap:wrap;gap:12px;align-items:center;margin-bottom:16px}
header h1{margin:0 auto 0 0}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0}
select{max-width:100%;min-height:36px;padding:0 8px;border:1px solid var(--strong);border-radius:5px;background:var(--surface);color:var(--text);font:inherit}
.card{padding:0;overflow-x:auto}
.card>p{padding:24px}
ul{margin:0;padding:0;list-style:none}
li{display:grid;grid-template-columns:1fr max-content;gap:2px 16px;padding:10px 16px;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
li:last-child{border-bottom:0}
li a{font-weight:500}
li time,li small{font-size:12px;color:var(--text3)}
@media(max-width:600px){li{grid-template-columns:1fr}}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0 0 24px;font-size:13px}
dt{color:var(--text3)}
dd{margin:0;overflow-wrap:anywhere}
section{margin-top:24px}
pre{margin:0;padding:24px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 "IBM Plex Mono",ui-monospace,Menlo,monospace}
iframe{display:block;width:100%;height:640px;border:0;background:#fff;color-scheme:light}`;

const DELIVERY_WORDS: Readonly<Record<Delivery, string>> = {
  accept: 'Mail is accepted',
  busy: 'Mail is refused for now (451)',
  reject: 'Mail is refused for good (550)',
  down: 'Connections are cut',
};

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function subjectOf({ subject }: MailEnvelope): string {
  return subject.trim() === '' ? '(no subject)' : subject;
}

function listRow(mail: MailEnvelope): Markup {
  const facts = `${mail.to.join(', ')} · ${(mail.bytes / 1024).toFixed(1)} kB`;
  return markup`<li><a href="/mail/${mail.id}">${subjectOf(mail)}</a><time class="quiet">${TIME.format(mail.receivedAtMs)}</time><small>${facts}</small></li>`;
}

function deliveryForm(delivery: Delivery): Markup {
  const options = DELIVERIES.map((name) =>
    name === delivery
      ? markup`<option value="${name}" selected>${DELIVERY_WORDS[name]}</option>`
      : markup`<option value="${name}">${DELIVERY_WORDS[name]}</option>`,
  );
  return markup`<form method="post" action="/delivery"><label for="delivery">Delivery</label><select id="delivery" name="delivery">${options}</select><button type="submit">Set</button></form>`;
}

/** All mails, newest first. */
export function listPage(mails: readonly MailEnvelope[], delivery: Delivery): SandboxPage {
  const list = markup`<ul>${mails.map(listRow)}</ul>`;
  const empty = markup`<p>No mail yet. What the server sends through SMTP appears here; the last ${MAX_MAILS} are kept.</p>`;
  const body = markup`<main><header><h1>Mailbox</h1>${deliveryForm(delivery)}<form method="post" action="/delete"><button type="submit" class="danger">Delete all</button></form></header><div class="card">${mails.length === 0 ? empty : list}</div></main>`;
  return sandboxPage({ title: 'Mailbox · Undertow sandbox', banner: BANNER, style: STYLE, body });
}

/** Web addresses of a text become links; all else stays text. */
function withLinks(text: string): readonly Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) =>
      at % 2 === 1 ? markup`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : markup`${part}`,
    );
}

/** One mail: envelope, text, HTML in a frame of its own. */
export function mailPage(mail: OpenedMail): SandboxPage {
  const text = mail.text?.trimEnd() ?? 'This mail has no text part.';
  const html =
    mail.html === null
      ? null
      : markup`<section aria-labelledby="html"><h2 id="html">HTML</h2><div class="card"><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${mail.id}/html"></iframe></div></section>`;
  const body = markup`<main><header><h1>${subjectOf(mail)}</h1><a class="button" href="/mail/${mail.id}/raw">Source</a><a class="button" href="/">All mails</a></header>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(', ')}</dd><dt>Received</dt><dd>${TIME.format(mail.receivedAtMs)}</dd></dl>
<section aria-labelledby="text"><h2 id="text">Text</h2><div class="card"><pre>${withLinks(text)}</pre></div></section>${html}</main>`;
  return sandboxPage({
    title: `${subjectOf(mail)} · Mailbox`,
    banner: BANNER,
    style: STYLE,
    body,
    policy: ["frame-src 'self'"],
  });
}

/** The HTML part as it came, in an origin of its own: no script, no form, nothing loaded; links open elsewhere. */
export function mailHtml(html: string): SandboxPage {
  return {
    html: `<!doctype html><base target="_blank">${html}`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  };
}
