/** Runs one command line: finds the sub-command, prints help, and turns failures into messages and exit codes. */
import { type ArgsDef, type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import { failureText } from '#terminal/failure-text.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

export const EXIT_OK = 0;
export const EXIT_BAD_INPUT = 1;
export const EXIT_USAGE = 2;

/** A command of options of its own. */
type Load = () => Promise<(terminal: Terminal) => unknown>;

/** Loaded when it is called: each brings its own part of the product, and all of them together take seconds to load. */
const COMMANDS: Readonly<Record<string, Load>> = {
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  bars: async () => (await import('./bars.ts')).barsCommand,
  book: async () => (await import('./book.ts')).bookCommand,
  detect: async () => (await import('./detect.ts')).detectCommand,
  backtest: async () => (await import('./backtest.ts')).backtestCommand,
  simulate: async () => (await import('./simulate.ts')).simulateCommand,
  score: async () => (await import('./score.ts')).scoreCommand,
  import: async () => (await import('./import.ts')).importCommand,
  fetch: async () => (await import('./fetch.ts')).fetchCommand,
  train: async () => (await import('./train.ts')).trainCommand,
  evaluate: async () => (await import('./evaluate.ts')).evaluateCommand,
  'evaluate-styles': async () => (await import('./evaluate-styles.ts')).evaluateStylesCommand,
  realism: async () => (await import('./realism.ts')).realismCommand,
  worlds: async () => (await import('./worlds.ts')).worldsCommand,
  'record-demo': async () => (await import('./record-demo.ts')).recordDemoCommand,
  recordings: async () => (await import('./recordings.ts')).recordingsCommand,
  load: async () => (await import('./load.ts')).loadCommand,
  bench: async () => (await import('./bench.ts')).benchCommand,
};

const TAKE_MANY_FILES: ReadonlySet<string> = new Set(['backtest', 'import']);

/** Runs `argv` (without node and script) and returns the exit code; writes nothing but through `terminal`. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const root = defineCommand({
    meta: { name: 'undertow', description: 'Order flow and trades from files, JSON out' },
    subCommands: Object.fromEntries(
      Object.entries(COMMANDS).map(([key, load]) => [key, () => commandOf(load, terminal)]),
    ),
  });
  const [name, ...rest] = argv;
  try {
    if (name === undefined) throw new UsageError('expected a command');
    if (name === '--help' || name === '-h') {
      terminal.data(plain(await renderUsage(root)));
      return EXIT_OK;
    }
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load === undefined)
      throw new UsageError(`unknown command ${name}, expected one of ${Object.keys(COMMANDS).join(', ')}`);
    const command = await commandOf(load, terminal);
    if (rest.includes('--help') || rest.includes('-h')) {
      terminal.data(plain(await renderUsage(command, root)));
      return EXIT_OK;
    }
    refuseUnknownOptions(rest, command.args as ArgsDef, TAKE_MANY_FILES.has(name));
    await runCommand(command, { rawArgs: rest });
    return EXIT_OK;
  } catch (error) {
    return report(error, terminal);
  }
}

async function commandOf(load: Load, terminal: Terminal): Promise<CommandDef> {
  return (await load())(terminal) as CommandDef;
}

/** The parser accepts anything that looks like an option; a typo must not fall back to the default. */
function refuseUnknownOptions(args: readonly string[], definitions: ArgsDef, takesMany: boolean): void {
  const named = Object.values(definitions).filter(({ type }) => type === 'positional').length;
  const positionals = takesMany ? Number.POSITIVE_INFINITY : named;
  let plainArguments = 0;
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i]!;
    if (!arg.startsWith('--')) plainArguments += 1;
    else if (takesNextArgument(arg, args[i + 1], definitions)) i += 1;
  }
  if (plainArguments > positionals)
    throw new UsageError(
      `expected ${positionals} argument${positionals === 1 ? '' : 's'}, got ${plainArguments}`,
    );
}

function takesNextArgument(option: string, next: string | undefined, definitions: ArgsDef): boolean {
  const name = option.slice(2).split('=')[0]!;
  const definition = definitions[name];
  if (definition === undefined || definition.type === 'positional')
    throw new UsageError(`unknown option --${name}`);
  if (definition.type !== 'string' || option.includes('=')) return false;
  if (next === undefined || next.startsWith('--')) throw new UsageError(`expected a value after --${name}`);
  return true;
}

function report(error: unknown, terminal: Terminal): number {
  if (!(error instanceof Error)) throw error;
  if (error instanceof UsageError || error.name === 'CLIError') {
    terminal.note(`undertow: ${plain(error.message)}`);
    terminal.note('Try: undertow --help');
    return EXIT_USAGE;
  }
  terminal.note(`undertow: ${failureText(error)}`);
  return EXIT_BAD_INPUT;
}

/** Help goes to files and pipes too: without the terminal's colours. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  return text.replace(/\u001b\[\d+m/g, '');
}
