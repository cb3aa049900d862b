import type { Diagnostic, Severity } from './diagnostic.ts';
import type { Place } from './document.ts';

/** Makes a finding with defaults: an error, in all environments, with nothing related. */
export function problem(
  rule: string,
  place: Place,
  message: string,
  extra: Partial<Omit<Diagnostic, 'rule' | 'place' | 'message'>> = {},
): Diagnostic {
  const severity: Severity = 'error';
  return { rule, severity, message, place, related: [], environments: [], ...extra };
}
