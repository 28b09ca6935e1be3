/** At which field of the form a refusal of the server belongs. */
import { isOfPrice, type RuleDraft } from './rule-draft.ts';

/** By the path in the contract, without `body` and `rule` before it. */
const FIELDS: readonly (readonly [path: RegExp, field: keyof RuleDraft])[] = [
  [/^name/, 'name'],
  [/^instrumentIds/, 'instrumentIds'],
  [/^coolDownSeconds/, 'coolDownSeconds'],
  [/^sessionHours/, 'sessionHours'],
  [/^quietHours/, 'quietTo'],
  [/^expiresAt/, 'expires'],
  [/^condition\.price/, 'levelPrice'],
  [/^condition\.(ticks|percent)/, 'moveAmount'],
  [/^condition\.withinMinutes/, 'moveMinutes'],
  [/^condition\.multiple/, 'multiple'],
  [/^condition\.to/, 'trends'],
  [/^condition\.eventTypes/, 'eventTypes'],
  [/^condition\.minConfidence/, 'confidence'],
  [/^condition\.minSize/, 'minSize'],
  [/^condition\.perDay/, 'perDay'],
  [/^condition\.near\.withinTicks/, 'nearTicks'],
  [/^condition\.near/, 'nearPrice'],
];

/** Text fields, which can show a sentence, of the form's current state. */
function isShown(field: keyof RuleDraft, draft: RuleDraft): boolean {
  if (field === 'instrumentIds') return !draft.allInstruments || isOfPrice(draft);
  if (field === 'quietTo') return draft.isQuiet;
  if (field === 'nearPrice') return draft.near === 'price';
  if (field === 'nearTicks') return draft.near !== 'none';
  return field !== 'coolDownSeconds' && field !== 'sessionHours';
}

/** Null: no field of the form shows it. */
export function fieldOfRefusal(path: string, draft: RuleDraft): keyof RuleDraft | null {
  const inside = path.replace(/^body\./, '').replace(/^rule\./, '');
  const field = FIELDS.find(([pattern]) => pattern.test(inside))?.[1];
  return field !== undefined && isShown(field, draft) ? field : null;
}
