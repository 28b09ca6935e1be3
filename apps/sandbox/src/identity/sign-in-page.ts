/** The sign-in page of the sandbox: e-mail address and tier. No script, no external resource. */
import { Markup, markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';

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
  /** What was wrong with the last response. */
  readonly problem: string | null;
}

const STYLE = `
body{min-height:100vh;display:grid;place-items:center;padding:24px}
main{width:100%;max-width:380px;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:32px}
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
button{width:100%;min-height:44px}
[role=alert]{color:var(--bad);margin:-16px 0 24px}
small{display:block;margin-top:16px;color:var(--text3);font-size:12px}`;

function tierChoice(name: SandboxTier, chosen: SandboxTier): Markup {
  const label = name.slice(0, 1).toUpperCase() + name.slice(1);
  const checked = name === chosen ? new Markup(' checked') : null;
  return markup`<label><input type="radio" name="tier" value="${name}"${checked}>${label}<span>${TIER_NOTES[name]}</span></label>`;
}

/** The page; its form may lead on to `publicOrigin`. */
export function signInPage({ action, email, tier, problem }: SignInForm, publicOrigin: string): SandboxPage {
  const tiers = SANDBOX_TIERS.map((name) => tierChoice(name, tier));
  const described = problem === null ? null : new Markup(' aria-invalid="true" aria-describedby="problem"');
  const alert = problem === null ? null : markup`<p role="alert" id="problem">${problem}</p>`;
  const body = markup`<main><h1>Sign in to Undertow</h1><p>Sandbox sign-in: any address works, no password is required.</p>
<form method="post" action="${action}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus value="${email}"${described}>${alert}
<fieldset><legend>Tier</legend>${tiers}</fieldset>
<button type="submit" class="primary">Continue</button></form>
<small>This page replaces your identity provider on this machine only.</small></main>`;
  return sandboxPage({
    title: 'Sign in · Undertow sandbox',
    banner: null,
    style: STYLE,
    body,
    policy: [`form-action 'self' ${publicOrigin}`],
  });
}
