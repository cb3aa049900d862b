import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { Plan } from '../../src/model/plan/plan.ts';
import { planView } from '../../src/report/plan/plan-view.ts';
import { reasonLine } from '../../src/report/plan/words/exposure-words.ts';
import { isUpdating } from '../golden.ts';

/** By the name of a case, what its plans say: a line for each reason, for each line of a file, and for each request. */
type Told = Readonly<Record<string, readonly string[]>>;

const recorded = new Map<string, Told>();
const updated = new Map<string, Record<string, readonly string[]>>();

/** What the plans of a case (`theme: name`) say of it, and what `told/` says that they do. */
export function told(
  name: string,
  plans: readonly Plan[],
): { readonly seen: readonly string[]; readonly recorded: readonly string[] } {
  const [theme = '', key = ''] = name.split(/: (.*)/s);
  const seen = plans.flatMap(linesOf);
  if (isUpdating) updated.set(theme, { ...updated.get(theme), [key]: seen });
  return { seen, recorded: isUpdating ? seen : (toldIn(theme)[key] ?? []) };
}

/** Writes what an update has seen. */
export function writeTold(): void {
  for (const [theme, cases] of updated) {
    const sorted = Object.fromEntries(
      Object.entries({ ...toldIn(theme), ...cases }).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    writeFileSync(fileOf(theme), stringify(sorted, { lineWidth: 0, singleQuote: true }));
  }
}

function linesOf(plan: Plan): readonly string[] {
  return planView(plan).steps.flatMap(({ step, exposure, rules, outcomes }) => {
    const lines = [
      ...exposure.map(reasonLine),
      ...rules.map(({ number, text }) => `${number}: ${text}`),
      ...outcomes,
    ];
    return lines.length === 0 ? [] : [`${step.action} ${step.address}`, ...lines.map((line) => `  ${line}`)];
  });
}

function toldIn(theme: string): Told {
  const known = recorded.get(theme);
  if (known !== undefined) return known;
  const read = parse(readFileSync(fileOf(theme), 'utf8')) as Told;
  recorded.set(theme, read);
  return read;
}

function fileOf(theme: string): URL {
  return new URL(`told/${theme}.yaml`, import.meta.url);
}
