/** The page of the card frame: the fields, their labels, and the places of their problems. */
import { type Markup, markup } from '#pages/markup.ts';
import { DARK, LIGHT, type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';

const CODES =
  'AD AE AG AL AM AR AT AU AZ BA BB BD BE BG BH BM BN BO BR BS BW BZ CA CH CL CN CO CR CY CZ DE DK DO DZ EC EE EG ES FI FO FR GB GE GG GH GI GL GR GT HK HN HR HU ID IE IL IM IN IS IT JE JM JO JP KE KR KW KY KZ LB LI LK LT LU LV MA MC MD ME MK MO MT MU MX MY NG NL NO NZ OM PA PE PH PK PL PT PY QA RO RS SA SE SG SI SK SM TH TN TR TT TW TZ UA UG US UY UZ VN ZA';

const NAMES = new Intl.DisplayNames('en-GB', { type: 'region' });

interface Country {
  readonly code: string;
  readonly name: string;
}

/** Countries of a card's billing address, by name. */
const COUNTRIES: readonly Country[] = CODES.split(' ')
  .map((code) => ({ code, name: NAMES.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));

const STYLE = `
html[data-theme=light]{${LIGHT}}
html[data-theme=night]{${DARK}}
html{--radius:5px;--font:"IBM Plex Sans",system-ui,-apple-system,"Segoe UI",sans-serif;--size:14px;--row-gap:12px;--column-gap:12px}
html,body{background:var(--surface)}
body{padding:3px;overflow:hidden;font-family:var(--font);font-size:var(--size)}
form,#address{display:grid;grid-template-columns:1fr 1fr;gap:var(--row-gap) var(--column-gap)}
.wide,#address,.note,#terms{grid-column:1/-1}
[hidden]{display:none}
label{display:block;margin-bottom:4px;font-size:13px;font-weight:500;color:var(--text2)}
input,select{width:100%;height:40px;padding:0 12px;border:1px solid var(--strong);border-radius:var(--radius);background:var(--surface);color:var(--text);font:inherit;font-size:16px}
input::placeholder{color:var(--text3);opacity:1}
input[aria-invalid]{border-color:var(--bad);color:var(--bad)}
.problem{color:var(--bad);font-size:13px}
.problem:not(:empty){margin-top:4px}
.note{padding:6px 12px;border-radius:var(--radius);background:var(--warnsoft);color:var(--warn);font-size:12px}
#terms{font-size:12px;color:var(--text3)}`;

interface FieldFacts {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly autocomplete: string;
  readonly mode: 'numeric' | 'text';
}

function field({ id, label, placeholder, autocomplete, mode }: FieldFacts): Markup {
  return markup`<label for="${id}" id="${id}-label">${label}</label><input id="${id}" name="${id}" type="text" inputmode="${mode}" autocomplete="${autocomplete}" placeholder="${placeholder}" maxlength="32" spellcheck="false" aria-describedby="${id}-problem"><p class="problem" id="${id}-problem" role="alert"></p>`;
}

const NUMBER = {
  id: 'number',
  label: 'Card number',
  placeholder: '1234 1234 1234 1234',
  autocomplete: 'cc-number',
  mode: 'numeric',
} as const;
const EXPIRY = {
  id: 'expiry',
  label: 'Expiry date',
  placeholder: 'MM / YY',
  autocomplete: 'cc-exp',
  mode: 'numeric',
} as const;
const CVC = {
  id: 'cvc',
  label: 'Security code',
  placeholder: 'CVC',
  autocomplete: 'cc-csc',
  mode: 'numeric',
} as const;
const POSTAL = {
  id: 'postal',
  label: 'Postcode',
  placeholder: '',
  autocomplete: 'billing postal-code',
  mode: 'text',
} as const;

/** `parents`: origins whose pages may embed this frame and send messages to it. */
export function cardPage(parents: readonly string[]): SandboxPage {
  const countries = COUNTRIES.map(({ code, name }) =>
    code === 'GB'
      ? markup`<option value="${code}" selected>${name}</option>`
      : markup`<option value="${code}">${name}</option>`,
  );
  const body = markup`<form novalidate aria-label="Card">
<p class="note" role="note">Sandbox: no real card is charged. 4242 4242 4242 4242 pays, with any date ahead and any code.</p>
<div class="wide">${field(NUMBER)}</div><div>${field(EXPIRY)}</div><div>${field(CVC)}</div>
<div id="address"><div><label for="country">Country</label><select id="country" name="country" autocomplete="billing country">${countries}</select></div>
<div id="postal-field">${field(POSTAL)}</div></div>
<p id="terms"></p></form>`;
  return sandboxPage({
    title: 'Card',
    banner: null,
    style: STYLE,
    body,
    data: { parents: parents.join(' '), theme: 'light' },
    scripts: ['/frames/card.js'],
    policy: ["connect-src 'self'", `frame-ancestors ${parents.join(' ')}`],
  });
}

/** The hidden frame through which the script calls the API. */
export function apiPage(parents: readonly string[]): SandboxPage {
  return sandboxPage({
    title: 'Stripe',
    banner: null,
    body: markup``,
    data: { parents: parents.join(' ') },
    scripts: ['/frames/api.js'],
    policy: ["connect-src 'self'", `frame-ancestors ${parents.join(' ')}`],
  });
}
