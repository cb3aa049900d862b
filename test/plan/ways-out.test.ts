import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { plan } from '../../src/plan/plan.ts';
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

  test('the reason, and every way out', () => {
    expect(step?.reason).toContain(says);
    expect(step?.waysOut).toHaveLength(ways.length);
    for (const [index, way] of ways.entries()) expect(step?.waysOut[index]).toContain(way.says);
  });

  test('an approval that is printed can be pasted, also as the terminal breaks it', () => {
    for (const way of step?.waysOut ?? []) {
      const [, document] = /`(\{ kind: approval[^`]*\})`/.exec(way) ?? [];
      if (document === undefined) continue;
      expect(parse(document.replaceAll(' ', '\n    '))).toEqual({
        kind: 'approval',
        allow: way.startsWith('to make it again') ? 'recreate' : 'revert',
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
