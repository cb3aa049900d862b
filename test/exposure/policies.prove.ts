/**
 * Edits of the policies of the corpus, and of modules, after which nobody gets through who was kept out: few are
 * refused.
 */
import { expect, test } from 'vitest';
import { lessProtected } from '../../src/plan/exposure/less-protected.ts';
import { moduleEdits } from './real/module-edits.ts';
import { rewrites, tightenings, type SpecEdit } from './real/policy-edits.ts';

test('rewrites', { timeout: 600_000 }, () => {
  expectPassing('rewrites', rewrites(), { least: 2000, share: 0.005 });
});

test('tightenings', { timeout: 600_000 }, () => {
  expectPassing('tightenings', tightenings(), { least: 1500, share: 0.005 });
});

test('stricter modules, and the same in other words', () => {
  expectPassing('modules', moduleEdits(), { least: 25, share: 0 });
});

/** At most a share of the edits is refused. */
function expectPassing(
  what: string,
  edits: readonly SpecEdit[],
  { least, share }: { readonly least: number; readonly share: number },
): void {
  const refused = edits.flatMap(({ name, kind, before, after }) => {
    const losses = lessProtected({ kind, before, after });
    return losses.length === 0 ? [] : [`${name}: ${JSON.stringify(losses)}\n${JSON.stringify(before)}`];
  });
  const text = refused.join('\n\n');
  process.stderr.write(`${what}: ${edits.length}, of which ${refused.length} are refused\n${text}\n`);
  expect(edits.length).toBeGreaterThanOrEqual(least);
  expect(refused.length, text).toBeLessThanOrEqual(edits.length * share);
}
