/** The parts of jstat that the journal uses; the package has no types of its own. */
declare module 'jstat' {
  interface Distribution<Parameters extends readonly number[]> {
    cdf(x: number, ...parameters: Parameters): number;
    /** The x below which the share `probability` lies. */
    inv(probability: number, ...parameters: Parameters): number;
  }
  const jStat: {
    readonly beta: Distribution<[alpha: number, beta: number]>;
    readonly studentt: Distribution<[degreesOfFreedom: number]>;
    readonly normal: Distribution<[mean: number, standardDeviation: number]>;
    readonly chisquare: Distribution<[degreesOfFreedom: number]>;
    readonly centralF: Distribution<[numerator: number, denominator: number]>;
  };
  export = jStat;
}
