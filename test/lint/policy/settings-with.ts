import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';

const base = readFileSync(new URL('../workspace/edgewright.yaml', import.meta.url), 'utf8');

/** The settings of the rule cases, and these policies. */
export function settingsWith(policies: Readonly<Record<string, unknown>>): string {
  return `${base.trimEnd()}\n${stringify({ policies })}`;
}
