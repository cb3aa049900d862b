import type { Severity } from '../../../model/diagnostic.ts';
import type { PresetName, SeveritySetting } from '../../../model/workspace.ts';

type Severities = Readonly<Record<PresetName, SeveritySetting>>;

/** On in every lint preset: for rules of the API, YAML syntax, broken references and identities. */
export function always(severity: Severity): Severities {
  return { minimal: severity, recommended: severity, strict: severity };
}

/** On in `recommended` and `strict`. */
export function recommended(severity: Severity): Severities {
  return { minimal: 'off', recommended: severity, strict: severity };
}

/** On in `strict` only. */
export function strictOnly(severity: Severity): Severities {
  return { minimal: 'off', recommended: 'off', strict: severity };
}

/** A warning in `recommended`, an error in `strict`. */
export const rising: Severities = { minimal: 'off', recommended: 'warn', strict: 'error' };
