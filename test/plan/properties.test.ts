import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { Field } from '../../src/kinds/field.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import { isEmpty } from '../../src/plan/finish/is-empty-plan.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { arbitrarySpec, mutateSpec } from '../arbitraries/spec.ts';
import { vocabulary } from '../arbitraries/workspace.ts';
import { after, applied, canUpdate, planFor, type Eyes } from './world.ts';
import { runs } from '../runs.ts';

const texts = { ...vocabulary, policies: 'text' } as const;

const eyes: Arbitrary<Eyes> = fc.record({
  answers: fc.constantFrom('clear', 'masked', 'empty'),
  hasSecrets: fc.boolean(),
  hasKey: fc.boolean(),
});

const mutated = (kind: KindName) =>
  arbitrarySpec(kind, texts).chain((spec) =>
    mutateSpec(kind, spec, texts).map((mutation) => ({ spec, mutation })),
  );

function fieldOf(path: string): string {
  return path.split(/[.[]/)[0] ?? '';
}

function topics({ notes }: Plan): readonly string[] {
  return notes.map(({ topic }) => topic);
}

/** Whether no request can change the field: one of a TLS edge, or one that is only sent on create. */
function isFixed(kind: KindName, field: Field | undefined): boolean {
  return !canUpdate(kind) || field?.writes?.includes('update') === false;
}

describe.each(kindNames)('plans for %s', (kind) => {
  test('nothing changes right after an apply, however the service masks secrets and fills in defaults', () => {
    fc.assert(
      fc.property(arbitrarySpec(kind, texts), eyes, (spec, seen) => {
        const plan = planFor(applied(kind, spec, seen), spec, seen);
        expect(plan.steps.map(({ action }) => action)).toEqual(['keep']);
        expect(isEmpty(plan)).toBe(true);
        expect(topics(plan).filter((topic) => topic !== 'secret')).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  test('one change of the files plans that change only, and none after it is applied', () => {
    fc.assert(
      fc.property(mutated(kind), eyes, ({ spec, mutation }, seen) => {
        const world = applied(kind, spec, seen);
        const plan = planFor(world, mutation.spec, seen);
        const [step, ...more] = plan.steps;
        expect(more).toEqual([]);
        if (step === undefined) throw new Error('no step');
        if (step.action === 'keep') {
          // Removed, or equal to the service's value without it.
          expect(mutation.change === 'replaced' && !isFixed(kind, kinds[kind].fields[mutation.field])).toBe(
            false,
          );
          return;
        }
        expect([...new Set(step.changes.map(({ path }) => fieldOf(path)))]).toEqual([mutation.field]);
        if (isFixed(kind, kinds[kind].fields[mutation.field])) expect(step.action).toBe('blocked');
        if (step.action === 'blocked') {
          expect(step.requests).toEqual([]);
          expect(step.remedies.length).toBeGreaterThan(0);
          return;
        }
        expect(step.action).toBe('update');
        const next = planFor(after(world, step, mutation.spec, seen), mutation.spec, seen);
        expect(next.steps.map(({ action }) => action)).toEqual(['keep']);
        expect(topics(next)).not.toContain('added-by-service');
      }),
      { numRuns: runs(300) },
    );
  });

  test('an outside change is never reverted without approval', () => {
    fc.assert(
      fc.property(mutated(kind), eyes, ({ spec, mutation }, seen) => {
        const before = applied(kind, spec, seen);
        const world = { ...before, stored: applied(kind, mutation.spec, seen).stored };
        const plan = planFor(world, spec, seen);
        for (const { action, requests } of plan.steps) {
          // A secret that differs may be our own rotation: without a fingerprint they cannot be told apart.
          if (JSON.stringify(mutation.spec).includes('$(secret:')) continue;
          expect(['keep', 'drift']).toContain(action);
          expect(requests).toEqual([]);
        }
        if (plan.steps.some(({ action }) => action === 'keep')) return;
        const [restored] = planFor(world, spec, seen, 'revert').steps;
        if (restored === undefined) throw new Error('no step');
        if (restored.action !== 'update') {
          expect([restored.action, canUpdate(kind)]).toEqual(['blocked', false]);
          return;
        }
        expect(
          planFor(after(world, restored, spec, seen), spec, seen).steps.map(({ action }) => action),
        ).toEqual(['keep']);
      }),
      { numRuns: runs(200) },
    );
  });

  test('no printed plan shows a secret, and the same input prints the same', () => {
    fc.assert(
      fc.property(mutated(kind), eyes, ({ spec, mutation }, seen) => {
        const world = applied(kind, spec, seen);
        const print = (): string => {
          const plan = planFor(world, mutation.spec, seen);
          return planText(plan, { color: true, columns: 90 }) + planJson([plan]);
        };
        expect(print()).toBe(print());
        expect(print()).not.toContain('the-value-of-');
      }),
      { numRuns: runs(100) },
    );
  });
});
