/** Runs one command line: finds the sub-command, prints help, and turns failures into messages and exit codes. */
import {
  type ArgsDef,
  type CommandDef,
  defineCommand,
  renderUsage,
  runCommand,
  type SubCommandsDef,
} from 'citty';
import { failureText } from '#terminal/failure-text.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';
import { barsCommand } from './bars.ts';
import { benchCommand } from './bench.ts';
import { bookCommand } from './book.ts';
import { detectCommand } from './detect.ts';
import { evaluateCommand } from './evaluate.ts';
import { evaluateStylesCommand } from './evaluate-styles.ts';
import { fetchCommand } from './fetch.ts';
import { importCommand } from './import.ts';
import { inspectCommand } from './inspect.ts';
import { realismCommand } from './realism.ts';
import { recordDemoCommand } from './record-demo.ts';
import { recordingsCommand } from './recordings.ts';
import { scoreCommand } from './score.ts';
import { simulateCommand } from './simulate.ts';
import { trainCommand } from './train.ts';
import { worldsCommand } from './worlds.ts';

export const EXIT_OK = 0;
export const EXIT_BAD_INPUT = 1;
export const EXIT_USAGE = 2;

const TAKE_MANY_FILES: ReadonlySet<string> = new Set(['import']);

/** Runs `argv` (without node and script) and returns the exit code; writes nothing but through `terminal`. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  const commands = commandsFor(terminal);
  const root = defineCommand({
    meta: { name: 'undertow', description: 'Order flow and trades from files, JSON out' },
    subCommands: commands,
  });
  const [name, ...rest] = argv;
  try {
    if (name === undefined) throw new UsageError('expected a command');
    if (name === '--help' || name === '-h') {
      terminal.data(plain(await renderUsage(root)));
      return EXIT_OK;
    }
    const command = commands[name] as CommandDef | undefined;
    if (command === undefined)
      throw new UsageError(`unknown command ${name}, expected one of ${Object.keys(commands).join(', ')}`);
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

function commandsFor(terminal: Terminal): SubCommandsDef {
  return {
    inspect: inspectCommand(terminal),
    bars: barsCommand(terminal),
    book: bookCommand(terminal),
    detect: detectCommand(terminal),
    simulate: simulateCommand(terminal),
    score: scoreCommand(terminal),
    import: importCommand(terminal),
    fetch: fetchCommand(terminal),
    train: trainCommand(terminal),
    evaluate: evaluateCommand(terminal),
    'evaluate-styles': evaluateStylesCommand(terminal),
    realism: realismCommand(terminal),
    worlds: worldsCommand(terminal),
    'record-demo': recordDemoCommand(terminal),
    recordings: recordingsCommand(terminal),
    bench: benchCommand(terminal),
  };
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
