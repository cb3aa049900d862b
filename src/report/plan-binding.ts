import type { Plan } from '../model/plan.ts';
import { inertLine } from './inert.ts';

/** What a saved plan is bound to, below the plan itself. */
export function bindingText(
  { lineage, serial, bound }: Plan,
  signature: 'valid' | 'unchecked' | 'none',
): string {
  if (bound === undefined) return '';
  const { tool, api, desired, only, allowed } = bound;
  const overrides = [
    ...allowed.exposure.map((address) => `--allow-exposure ${address}`),
    ...(allowed.deletes === undefined ? [] : [`--allow-deletes ${allowed.deletes}`]),
    ...(allowed.changedPercent === undefined ? [] : [`--allow-changed-percent ${allowed.changedPercent}`]),
    ...(allowed.empty === true ? ['--allow-empty'] : []),
  ];
  const lines = [
    `  ledger    serial ${serial} of ${lineage}`,
    `  api       ${api}`,
    `  files     ${desired.slice(0, 12)}`,
    `  made by   edgewright ${tool}`,
    ...(only.length === 0 ? [] : [`  only      ${only.join(' ')}`]),
    ...(overrides.length === 0 ? [] : [`  overrides ${overrides.join(' ')}`]),
    `  signature ${signatureWords[signature]}`,
  ];
  return `${['bound to', ...lines.map(inertLine)].join('\n')}\n`;
}

const signatureWords = {
  valid: 'good',
  unchecked: 'not looked at: EDGEWRIGHT_PLAN_KEY is not set',
  none: 'none',
} as const;
