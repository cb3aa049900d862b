import type { RollbackLoss } from '../../model/facts/rollback.ts';
import type { BoundDifference, StaleReason } from '../../model/facts/stale.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { widthOf } from '../text/flow-text.ts';
import { inertLine } from '../text/inert.ts';
import { rollbackLossTexts } from './words/rollback-words.ts';
import { boundText, staleReasonText } from './words/stale-words.ts';
import { listed } from '../../text/words/list-words.ts';
import { paragraph } from '../text/text-page.ts';

interface StalePlan {
  readonly stale: readonly { readonly address: string; readonly reasons: readonly StaleReason[] }[];
  /** Other resources whose declaration has changed since. */
  readonly rewritten: readonly string[];
}

const mostNamed = 10;

/** The stale steps of a saved plan, with reasons. */
export function staleText({ stale, rewritten }: StalePlan): string {
  const lines = stale.flatMap(({ address, reasons }) =>
    reasons.map((reason) => `stale: ${inertLine(address)}: ${inertLine(staleReasonText(reason))}`),
  );
  const names = listed(rewritten.map(inertLine), mostNamed);
  const others = `stale: the files changed for resources that are not in the plan: ${names}`;
  return `${[...lines, ...(rewritten.length === 0 ? [] : [others])].join('\n')}\n`;
}

interface PlanDifference {
  readonly bound: readonly BoundDifference[];
  readonly steps: readonly {
    readonly address: string;
    readonly was?: string;
    readonly is?: string;
    readonly reasons: readonly StaleReason[];
  }[];
}

/** The differences between two saved plans, first those of the whole plan. */
export function planDiffText({ bound, steps }: PlanDifference): string {
  if (bound.length === 0 && steps.length === 0) return 'the two plans do the same\n';
  const blocks = [
    ...(bound.length === 0
      ? []
      : [
          [
            'bound to something else',
            ...bound.map((difference) => `  - ${inertLine(boundText(difference))}`),
          ],
        ]),
    ...steps.map(({ address, was: planned = 'nothing', is: current = 'nothing', reasons }) => [
      `${inertLine(address)}  ${planned === current ? planned : `${planned} -> ${current}`}`,
      ...reasons.map((reason) => `  - ${inertLine(staleReasonText(reason))}`),
    ]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface LossList {
  readonly objects: readonly { readonly lost: readonly RollbackLoss[] }[];
}

const label = 'Cannot be undone:';

/** Warning about the parts of a run that cannot be undone, shown before it begins; empty if there are none. */
export function lossText({ objects }: LossList, { columns }: { readonly columns: number }): string {
  const lost = rollbackLossTexts(objects.flatMap((object) => object.lost));
  const [only = ''] = lost;
  if (lost.length === 0) return '';
  if (lost.length === 1 && label.length + 1 + widthOf(inertLine(only)) <= Math.max(40, columns))
    return `${label} ${inertLine(only)}\n`;
  const lines = lost.flatMap((text) => paragraph(text, 4, { columns: Math.max(40, columns) }, '  * '));
  return `${[label, ...lines].join('\n')}\n`;
}

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
