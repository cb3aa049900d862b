import type { Severity } from '../../../model/diagnostic.ts';
import type { PresetName, SeveritySetting } from '../../../model/workspace.ts';

type Severities = Readonly<Record<PresetName, SeveritySetting>>;

/** In every preset: what the API states, YAML itself, broken references and identities. */
export function always(severity: Severity): Severities {
  return { minimal: severity, recommended: severity, strict: severity };
}

/** From `recommended` on. */
export function recommended(severity: Severity): Severities {
  return { minimal: 'off', recommended: severity, strict: severity };
}

/** Only in `strict`. */
export function strictOnly(severity: Severity): Severities {
  return { minimal: 'off', recommended: 'off', strict: severity };
}

/** A warning in `recommended`, an error in `strict`. */
export const rising: Severities = { minimal: 'off', recommended: 'warn', strict: 'error' };
