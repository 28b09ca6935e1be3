/** The scripts that browsers load, each joined of the modules in `browser/`: one file, no build. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** Modules of each script, in the order in which they need each other. */
export const SCRIPTS = {
  stripe: [
    'intent',
    'channel',
    'frame',
    'api-channel',
    'bank-dialog',
    'payment-element',
    'elements-group',
    'confirmation',
    'stripe-script',
  ],
  card: ['intent', 'channel', 'api-client', 'card-rules', 'card-form', 'card-frame'],
  api: ['channel', 'api-client', 'api-frame'],
  bank: ['channel', 'bank-frame'],
  host: ['card-host'],
} as const;

export type ScriptName = keyof typeof SCRIPTS;

function readModule(name: string): string {
  const source = readFileSync(join(import.meta.dirname, 'browser', `${name}.ts`), 'utf8');
  return stripTypeScriptTypes(source)
    .replaceAll(/^import\b[^;]*;$/gm, '')
    .replaceAll(/^export /gm, '');
}

/** One classic script: the modules share one scope of their own, so nothing of them is seen outside. */
export function browserScript(name: ScriptName): string {
  return `(() => {\n'use strict';\n${SCRIPTS[name].map(readModule).join('\n')}\n})();\n`;
}
