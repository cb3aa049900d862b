import type { Plan } from '../../../model/plan/plan.ts';
import { inertLine } from '../../text/inert.ts';

/** One value that a saved plan is bound to: `ledger`, `serial 7 of …`. */
export interface BindingFact {
  readonly name: string;
  readonly value: string;
}

/** The binding of a saved plan and the state of its signature. */
export function bindingFacts(
  { lineage, serial, bound }: Plan,
  signature: 'valid' | 'unchecked' | 'none' | 'no-seal',
): readonly BindingFact[] {
  if (bound === undefined) return [];
  const { tool, api, desired, only, allowed } = bound;
  const overrides = [
    ...allowed.exposure.map((address) => `--allow-exposure ${address}`),
    ...(allowed.revert ?? []).map((address) => `--allow-revert ${address}`),
    ...(allowed.deletes === undefined ? [] : [`--allow-deletes ${allowed.deletes}`]),
    ...(allowed.changedPercent === undefined ? [] : [`--allow-changed-percent ${allowed.changedPercent}`]),
    ...(allowed.empty === true ? ['--allow-empty'] : []),
  ];
  return [
    { name: 'ledger', value: `serial ${serial} of ${lineage}` },
    { name: 'api', value: api },
    { name: 'files', value: desired.slice(0, 12) },
    { name: 'made by', value: `edgewright ${tool}` },
    ...(only.length === 0 ? [] : [{ name: 'only', value: only.join(' ') }]),
    ...(overrides.length === 0 ? [] : [{ name: 'overrides', value: overrides.join(' ') }]),
    { name: 'signature', value: signatureWords[signature] },
  ];
}

/** The binding as text below the plan, for a terminal. */
export function bindingText(facts: readonly BindingFact[]): string {
  if (facts.length === 0) return '';
  const lines = facts.map(({ name, value }) => inertLine(`  ${name.padEnd(10)}${value}`));
  return `${['bound to', ...lines].join('\n')}\n`;
}

const signatureWords = {
  valid: 'good',
  unchecked: 'not looked at: EDGEWRIGHT_PLAN_KEY is not set',
  none: 'none',
  'no-seal': 'none: this is a report, and reports have no seal',
} as const;
