/** The page on which the sandbox asks who signs in and with which tier. No script, nothing from elsewhere. */

export const SANDBOX_TIERS = ['free', 'basic', 'pro', 'elite'] as const;
export type SandboxTier = (typeof SANDBOX_TIERS)[number];

const TIER_NOTES: Readonly<Record<SandboxTier, string>> = {
  free: 'No grant: free, or as subscribed',
  basic: '1 instrument, 15 minutes behind',
  pro: '3 instruments, real time',
  elite: 'Unlimited instruments',
};

export interface SignInForm {
  readonly action: string;
  readonly email: string;
  readonly tier: SandboxTier;
  /** What was wrong with the last answer. */
  readonly problem: string | null;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
:root{color-scheme:light dark;--bg:#eef1f5;--surface:#fff;--line:#dbe1e9;--strong:#7d8a9c;--text:#10161f;--text2:#404d5e;--text3:#5a6778;--accent:#1d5fd1;--on:#fff;--soft:#e4edfc;--bad:#bb2623}
@media(prefers-color-scheme:dark){:root{--bg:#090c11;--surface:#0e131a;--line:#1f2833;--strong:#617085;--text:#e4eaf2;--text2:#b0bbc9;--text3:#8592a4;--accent:#5b9bff;--on:#06101f;--soft:#15263f;--bad:#f4716e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--bg);color:var(--text);font:14px/1.5 "IBM Plex Sans",system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:380px;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:32px}
h1{font-size:20px;line-height:1.25;margin:0 0 4px;font-weight:600}
p{margin:0 0 24px;color:var(--text2)}
label,legend{font-size:13px;font-weight:500;color:var(--text2)}
input[type=email]{display:block;width:100%;height:44px;margin:4px 0 24px;padding:0 12px;font:inherit;font-size:16px;color:inherit;background:transparent;border:1px solid var(--strong);border-radius:5px}
fieldset{border:0;margin:0 0 24px;padding:0}
legend{padding:0;margin-bottom:4px}
fieldset label{display:flex;align-items:center;gap:12px;min-height:44px;padding:0 12px;border:1px solid var(--line);margin-top:-1px;color:var(--text);font-size:14px;cursor:pointer}
fieldset label:first-of-type{border-radius:5px 5px 0 0}
fieldset label:last-of-type{border-radius:0 0 5px 5px}
fieldset label:has(:checked){background:var(--soft)}
fieldset span{margin-left:auto;color:var(--text2);font-weight:400;font-size:12px}
input[type=radio]{accent-color:var(--accent);width:16px;height:16px;margin:0}
button{width:100%;height:44px;border:0;border-radius:5px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[role=alert]{color:var(--bad);margin:-16px 0 24px}
small{display:block;margin-top:16px;color:var(--text3);font-size:12px}`;

/** The page's HTML. */
export function signInPage({ action, email, tier, problem }: SignInForm): string {
  const tiers = SANDBOX_TIERS.map((name) => {
    const label = name.slice(0, 1).toUpperCase() + name.slice(1);
    const checked = name === tier ? ' checked' : '';
    return `<label><input type="radio" name="tier" value="${name}"${checked}>${label}<span>${TIER_NOTES[name]}</span></label>`;
  }).join('');
  const described = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const alert = problem === null ? '' : `<p role="alert" id="problem">${escapeHtml(problem)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Sign in · Undertow sandbox</title><style>${STYLE}</style></head>
<body><main><h1>Sign in to Undertow</h1><p>Sandbox sign-in: any address works, no password is asked.</p>
<form method="post" action="${escapeHtml(action)}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus value="${escapeHtml(email)}"${described}>${alert}
<fieldset><legend>Tier</legend>${tiers}</fieldset>
<button type="submit">Continue</button></form>
<small>This page stands in for your identity provider on this machine only.</small></main></body></html>`;
}
