/** What people read once everything runs. */
import type { SandboxSettings } from '#config/config.ts';

export function announcementOf({
  publicOrigin,
  stripe,
  mailbox,
  smtpPort,
  gateway,
}: SandboxSettings): string {
  return (
    `\nUndertow is ready at ${publicOrigin} (plain http is for localhost only).\n` +
    'Sign in with any e-mail address; admin@undertow.local is the administrator. Stop with Ctrl+C.\n' +
    `Payments go to the sandbox's Stripe at ${stripe}: the card 4242 4242 4242 4242 pays, no real one is charged.\n` +
    `Mails go to 127.0.0.1:${smtpPort}; read them at ${mailbox}\n` +
    `A Rithmic account is at ${gateway}: connect it in the settings with any username and the password "paper".\n` +
    'The passwords that fail in their own ways are in apps/sandbox/src/rithmic/README.md.\n\n'
  );
}
