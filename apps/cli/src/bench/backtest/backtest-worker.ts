/** The process whose backtests are measured: it loads what they need, and nothing else of the bench, so that its memory is theirs. */
import { runBacktest } from './backtest-run.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('expected a folder of sessions and a recording');
process.stdout.write(JSON.stringify(await runBacktest(folder)));
