/** The three levels of a confidence, by the whole percent that is shown beside the colour. */

export type ConfidenceLevel = 'high' | 'medium' | 'low';

export function confidenceLevel(confidence: number): ConfidenceLevel {
  const percent = Math.round(confidence * 100);
  if (percent >= 80) return 'high';
  return percent >= 60 ? 'medium' : 'low';
}
