/** The values of one indicator for each bar of a chart, kept up to date as bars form and begin. */
import type { ChartBar } from '#chart/data/chart-input.ts';
import { BarFold } from './bar-fold.ts';
import { INDICATOR_LINES, type IndicatorStep, indicatorStep } from './indicator-steps.ts';
import type { IndicatorChoice } from './study-choices.ts';

export class IndicatorSeries {
  readonly choice: IndicatorChoice;
  readonly #fold = new BarFold();
  #lines: number[][];
  #step: IndicatorStep;

  constructor(choice: IndicatorChoice) {
    this.choice = choice;
    this.#lines = INDICATOR_LINES[choice.kind].map(() => []);
    this.#step = indicatorStep(choice);
  }

  /** One list a line (`INDICATOR_LINES`), one value a bar: ticks, or 0 to 100 for RSI; NaN while too few bars are known. */
  get lines(): readonly (readonly number[])[] {
    return this.#lines;
  }

  update(bars: readonly ChartBar[]): void {
    const changes = this.#fold.take(bars);
    if (changes === null) return;
    if (changes.keep === 0) {
      this.#lines = this.#lines.map(() => []);
      this.#step = indicatorStep(this.choice);
    }
    for (let index = changes.keep; index < bars.length; index += 1) {
      const { highTicks: high, lowTicks: low, closeTicks: close } = bars[index]!;
      const values = this.#step({ high, low, close }, changes.isReplaced && index === changes.keep);
      values.forEach((value, line) => {
        this.#lines[line]![index] = value;
      });
    }
  }
}
