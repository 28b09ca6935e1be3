/** The product's secret: assembler views, detectors, patterns, learning, calibration. */
export { ALLOWED_SHIFTS } from '#calibration/allowed-shifts.ts';
export * from '#calibration/calibrator.ts';
export { type CalibratorSource, calibratorFor } from '#calibration/calibrator-for.ts';
export { type CandidateListener, EMIT_CONFIDENCE, type ModelSpec } from '#calibration/judge.ts';
export { makeCalibrator, probabilityAt } from '#calibration/make-calibrator.ts';
export { type ModelShifts, readModelShifts } from '#calibration/model-shifts.ts';
export {
  headlineState,
  MODEL_STATES,
  type ModelState,
  type StateSource,
} from '#calibration/model-state.ts';
export type { OutcomeStates, SessionOutcomes } from '#calibration/outcome-calibration.ts';
export { readCalibrator } from '#calibration/read-calibrator.ts';
export { shiftFaults } from '#calibration/shift-faults.ts';
export { BaselineRunner } from '#evaluation/baselines/baseline-runner.ts';
export { BASELINES } from '#evaluation/baselines/registry.ts';
export {
  type EvaluationFigures,
  FIGURES_VERSION,
  type ForecastReached,
  type LeadReached,
  type ModelReached,
  type RowReached,
  /** @internal For the test of the command that writes them. */
  readFigures,
} from '#evaluation/figures.ts';
export type { Finding } from '#evaluation/finding.ts';
export { FindingLog } from '#evaluation/finding-log.ts';
export {
  ForecastLog,
  type ForecastOutcome,
  forecastFigures,
} from '#evaluation/forecast-score.ts';
export { leadFigures, type PairMinuteOutcome } from '#evaluation/lead-score.ts';
export { matchRow } from '#evaluation/match-findings.ts';
export { rowOfTruth, rowsOf, SCORE_ROWS, type ScoreRow } from '#evaluation/match-rules.ts';
export { EVALUATION } from '#evaluation/measured.ts';
export {
  LOWEST_POINT,
  modelStateOf,
  operatingPoint,
  type PlayedCandidate,
} from '#evaluation/model-states.ts';
export { movedInTime } from '#evaluation/permutation.ts';
export {
  type Estimate,
  f1Of,
  precisionOf,
  type RowFigures,
  recallOf,
  rowFigures,
} from '#evaluation/row-figures.ts';
export {
  type Gap,
  outsideGaps,
  type PlayedTruth,
  type RowTally,
  tallyRow,
  tallySession,
} from '#evaluation/session-tally.ts';
export { OBSERVABILITIES, TRUTH_TYPES, type TruthLabel } from '#evaluation/truth-label.ts';
export type { KnownOutcomes, PipelineBaselines } from '#facts/pipeline-baselines.ts';
export { sessionBootstrap } from '#learning/bootstrap.ts';
export { type ChosenScorer, chooseScorer } from '#learning/choose-scorer.ts';
export { type FeatureShift, featureShifts, isIdle, isRefused } from '#learning/feature-shift.ts';
export type { Scored } from '#learning/isotonic.ts';
export { fitLogistic, logitScore } from '#learning/logistic.ts';
export { areaUnderRoc, averagePrecision, topDecileLift } from '#learning/ranking.ts';
export {
  brierScore,
  brierSkill,
  calibrationError,
  type Forecast,
  reliabilityBins,
} from '#learning/reliability.ts';
export { type SampleColumns, Samples } from '#learning/samples.ts';
export type { ScoreModel } from '#learning/score-model.ts';
export { type CrossMarket, createCrossMarket, type PairState } from '#patterns/cross-market/cross-market.ts';
export { detectableTypes } from '#pipeline/detectable-types.ts';
export * from '#pipeline/pipeline.ts';
export * from '#pipeline/registry.ts';
export * from '#ranking/event-ranking.ts';
export { kolmogorovDistance } from '#statistics/kolmogorov-distance.ts';
export { poissonInterval } from '#statistics/poisson-interval.ts';
export { wilsonInterval, Z_95 } from '#statistics/wilson.ts';
export { RowCounter } from '#track-record/count-rows.ts';
export type { RaisedCount, TrackCounts } from '#track-record/track-counts.ts';
export { ENOUGH_RESOLVED, type TrackFigures, trackFigures } from '#track-record/track-figures.ts';
export {
  type CalibrationRow,
  canonicalText,
  type RaisedRow,
  type SettledRow,
  type TrackRow,
} from '#track-record/track-row.ts';
export { CandidateLog, type LoggedModel } from '#training/candidate-log.ts';
export { type JudgedCandidate, judgedCandidates, samplesOf, truthOf } from '#training/training-set.ts';
export * from '#view/detector.ts';
export * from '#view/market-view.ts';
