/** The two pages that sign-in needs when there is no application to show it: a failure, and a question before signing out. */

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Undertow</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1rem}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
}

/** Sign-in did not work; one link starts it again. */
export function signInFailedPage(message: string): string {
  return page(
    'Sign-in',
    `<p>${escapeHtml(message)}</p><p><a href="/api/login">Sign in again</a> · <a href="/">Home</a></p>`,
  );
}

/** Reached from another site: only the user signs themselves out. */
export function signOutPage(): string {
  return page(
    'Sign out',
    '<p>Do you want to sign out of Undertow?</p><form method="get" action="/api/logout"><button>Sign out</button></form>',
  );
}
