/** The studies of one chart: computed from its bars, drawn into it, and read out as legend and table. */
import type { Instrument, WindowProfile } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { barHolding } from '#chart/geometry/frame.ts';
import type { ChartStudies, StudyDepth } from '#chart/paint/chart-studies.ts';
import type { ChartTheme } from '#chart/paint/chart-theme.ts';
import type { LevelScene, StudyLevel } from '#chart/scene/level-lines.ts';
import type { Scene } from '#chart/scene/scene.ts';
import { type BarRange, visibleBars } from './bar-range.ts';
import { IndicatorSeries } from './indicator-series.ts';
import { paintBands, paintLine, paintOverlays } from './paint-overlays.ts';
import { paintPaneScales, paintPanes } from './paint-panes.ts';
import { paintProfiles } from './paint-profiles.ts';
import { ProfileSet, RangeProfile } from './profile-set.ts';
import type { StudyMarket } from './session-bars.ts';
import { INDICATORS, type StudyChoices } from './study-choices.ts';
import { areaLevels, nakedLevels } from './study-levels.ts';
import { anchoredSeries, sessionSeries, type VwapSeries } from './vwap-series.ts';

/** A market has its first bar within this after its opening. */
const FIRST_BAR_MS = 5 * 60_000;

export interface AnchoredLine {
  readonly anchorMs: number;
  readonly series: VwapSeries;
}

export class StudySet implements ChartStudies {
  readonly choices: StudyChoices;
  readonly market: StudyMarket;
  readonly indicators: readonly IndicatorSeries[];
  readonly anchored: readonly AnchoredLine[];
  readonly profiles: ProfileSet;
  readonly #visible = new RangeProfile();
  readonly #fixed = new RangeProfile();
  bands: VwapSeries | null = null;
  bars: readonly ChartBar[] = [];
  #levels: readonly StudyLevel[] = [];
  #levelsKey: unknown = null;

  constructor(choices: StudyChoices, market: StudyMarket) {
    this.choices = choices;
    this.market = market;
    this.indicators = choices.indicators.map((choice) => new IndicatorSeries(choice));
    this.anchored = choices.anchors.map((anchorMs) => ({ anchorMs, series: anchoredSeries(anchorMs) }));
    this.profiles = new ProfileSet(market);
  }

  get panes(): number {
    return this.paned.length;
  }

  /** Indicators below the chart. */
  get paned(): readonly IndicatorSeries[] {
    return this.indicators.filter(({ choice }) => INDICATORS[choice.kind].hasPane);
  }

  get overlaid(): readonly IndicatorSeries[] {
    return this.indicators.filter(({ choice }) => !INDICATORS[choice.kind].hasPane);
  }

  /** Takes the bars of the chart, which it may be given any number of times. `perfMs`: any clock that moves on. */
  update(bars: readonly ChartBar[], perfMs: number): void {
    const { vwapBands, sessionProfiles, nakedPoints } = this.choices;
    const firstMs = bars[0]?.startMs;
    if (vwapBands && firstMs !== undefined && (this.bands === null || firstMs !== this.bars[0]?.startMs))
      this.bands = sessionSeries(this.market, firstMs - FIRST_BAR_MS);
    this.bars = bars;
    for (const series of this.indicators) series.update(bars);
    for (const { series } of this.anchored) series.update(bars);
    this.bands?.update(bars);
    if (sessionProfiles || nakedPoints) this.profiles.update(bars, perfMs);
  }

  /** Lines with a name at the right edge of the plot. */
  levels(scene: LevelScene | null): readonly StudyLevel[] {
    const naked = this.choices.nakedPoints ? this.profiles.naked : [];
    if (this.#levelsKey !== naked) {
      this.#levelsKey = naked;
      this.#levels = nakedLevels(naked);
    }
    if (scene === null) return this.#levels;
    return [
      ...this.#levels,
      ...areaLevels(this.visibleProfile(scene), 'Screen'),
      ...areaLevels(this.fixedProfile, 'Range'),
    ];
  }

  /** The profile of the bars on screen; null where it is not wanted. */
  visibleProfile(scene: LevelScene): WindowProfile | null {
    if (!this.choices.visibleProfile) return null;
    const { from, to } = visibleBars(scene);
    return this.#visible.of(this.bars, from, to);
  }

  get fixedProfile(): WindowProfile | null {
    const range = this.fixedBars;
    return range === null ? null : this.#fixed.of(this.bars, range.from, range.to);
  }

  /** Bars of the fixed range; null where none is chosen or none of it is loaded. */
  get fixedBars(): BarRange | null {
    const range = this.choices.fixedRange;
    const first = this.bars[0];
    if (range === null || first === undefined || range.toMs < first.startMs) return null;
    return { from: barHolding(this.bars, range.fromMs), to: barHolding(this.bars, range.toMs) + 1 };
  }

  paint(
    depth: StudyDepth,
    context: CanvasRenderingContext2D,
    scene: Scene,
    theme: ChartTheme,
    instrument: Instrument,
  ): void {
    if (depth === 'right') {
      paintPaneScales(context, scene, this, theme, instrument);
      return;
    }
    context.save();
    context.beginPath();
    if (depth === 'back') {
      context.rect(0, 0, scene.frame.layout.plotWidth, scene.frame.layout.mainHeight);
      context.clip();
      paintProfiles(context, scene, this, theme);
      paintBands(context, scene, this, theme);
      for (const { series } of this.anchored)
        paintLine(context, scene, (at) => series.points[at]?.value ?? Number.NaN, theme.color.vwap, [6, 3]);
    } else {
      context.rect(0, 0, scene.frame.layout.plotWidth, scene.frame.layout.height);
      context.clip();
      paintOverlays(context, scene, this, theme);
      paintPanes(context, scene, this, theme, instrument);
    }
    context.restore();
  }
}
