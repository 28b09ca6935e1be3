/** The product's secret: assembler views, detectors, patterns, learning, calibration. */
export * from './detector.ts';
export * from './market-view.ts';
export * from './pipeline.ts';
export * from './registry.ts';
