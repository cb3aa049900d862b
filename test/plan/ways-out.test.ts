import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { plan } from '../../src/plan/plan.ts';
import { reasonText } from '../../src/report/plan/words/reason-words.ts';
import { remedyText } from '../../src/report/plan/words/remedy-words.ts';
import type { PlanCase } from './plan-case.ts';
import { showPlan } from './show-plan.ts';
import { inputOf } from './with-hashes.ts';

interface Stuck {
  readonly name: string;
  readonly case: Omit<PlanCase, 'name' | 'expect'>;
  readonly says: string;
  readonly ways: readonly {
    readonly says: string;
    readonly take: Partial<PlanCase>;
    readonly expect: string;
  }[];
}

const all = parse(readFileSync(new URL('ways-out.yaml', import.meta.url), 'utf8')) as readonly Stuck[];

describe.each(all)('$name', ({ case: one, says, ways }) => {
  const stuck: PlanCase = { name: '', expect: '', ...one };
  const step = plan(inputOf(stuck)).steps.find(({ action }) => action === 'blocked' || action === 'drift');

  test('prints the reason and every way to resolve it', () => {
    const texts = step?.remedies.map(remedyText);
    expect(step && reasonText(step.reason)).toContain(says);
    expect(texts).toHaveLength(ways.length);
    for (const [index, way] of ways.entries()) expect(texts?.[index]).toContain(way.says);
  });

  test('a printed approval can be pasted, even wrapped by the terminal', () => {
    for (const remedy of step?.remedies ?? []) {
      const [, document] = /`(\{ kind: approval[^`]*\})`/.exec(remedyText(remedy)) ?? [];
      if (document === undefined) continue;
      expect(parse(document.replaceAll(' ', '\n    '))).toEqual({
        kind: 'approval',
        allow: remedy.code,
        address: step?.address,
        environment: 'production',
        change: step?.hash,
        reason: '',
      });
    }
  });

  test.each(ways)('$says: works', ({ take, expect: promised }) => {
    const taken = plan(inputOf({ ...stuck, ...take }));
    expect(showPlan(taken)).toBe(promised.trimEnd());
    expect(taken.refusals).toEqual([]);
  });
});
