/** Installs and builds what is missing, so that one npm command is enough on a fresh machine. Plain Node 20 or newer, no packages. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortenExports } from './short-exports.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installOnly = process.argv.includes('--install-only');

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`expected Node 20 or newer to install with, was ${process.versions.node}`);

installWhenMissing();
shortenExports(join(root, 'node_modules'));
installHook();
if (!installOnly) buildWebWhenStale();

function installWhenMissing() {
  const expected = hashOf([join(root, 'package-lock.json')], `${process.platform}-${process.arch}`);
  const stamp = join(root, 'node_modules', '.setup-stamp');
  if (readStamp(stamp) === expected && existsSync(join(root, 'node_modules', 'node'))) return;
  log('installing the packages of the lock file');
  npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, expected);
}

/** The hook that checks a push. Never where somebody else's is, nor where hooks are kept in a folder of the developer's choice. */
function installHook() {
  if (process.env.CI || process.env.SKIP_HOOKS) return;
  if (resolve(git('rev-parse', '--show-toplevel') ?? '') !== resolve(root)) return;
  if (git('config', 'core.hooksPath') !== null) return;
  const folder = git('rev-parse', '--git-path', 'hooks');
  if (folder === null) return;
  const hook = resolve(root, folder, 'pre-push');
  const text = readFileSync(join(root, 'tools/hooks/pre-push'), 'utf8');
  const [, mark] = text.split('\n');
  const present = existsSync(hook) ? readFileSync(hook, 'utf8') : null;
  if (present === text || (present !== null && !present.includes(mark))) return;
  try {
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, text, { mode: 0o755 });
    log('installed the hook that checks a push (skip it with git push --no-verify)');
  } catch {
    log(`the hook that checks a push was not installed: ${hook} cannot be written`);
  }
}

/** What git prints; null where it refuses, or is not there. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function buildWebWhenStale() {
  const sources = [
    'apps/web',
    'packages/backtest',
    'packages/contracts',
    'packages/journal',
    'packages/market',
    'packages/simulator',
  ].flatMap((folder) => filesUnder(join(root, folder)));
  const expected = hashOf(sources.sort(), readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const stamp = join(root, 'apps/web/dist/.setup-stamp');
  if (readStamp(stamp) === expected) return;
  log('building the web application');
  npm(['run', '--silent', 'build', '--workspace', '@undertow/web']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, expected);
}

/** Runs npm as the developer started it, but without settings that would leave out what the build and the tests need. */
function npm(args) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (
      /^(NODE_ENV|npm_config_(omit|production|only|include|workspace|workspaces|ignore_scripts))$/i.test(name)
    )
      delete env[name];
  }
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  const result = spawnSync(command, [...first, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status !== 0) fail(`npm ${args[0]} did not succeed (exit ${result.status ?? result.signal})`);
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.endsWith('.test.ts')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function hashOf(files, extra) {
  const hash = createHash('sha256').update(extra);
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function log(text) {
  process.stderr.write(`setup: ${text}\n`);
}

function fail(text) {
  log(text);
  process.exit(1);
}
