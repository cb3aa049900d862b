/**
 * Changes of configurations as teams have them: those that let somebody in, each with the request that shows it, and those
 * that do not. They were written from the documents of the service alone. `known-gaps.yaml` names the changes that the
 * gate judges wrongly, no more and no fewer.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { testText } from '../../src/report/tests/test-results.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Workspace } from '../../src/model/workspace.ts';
import { testRequests } from '../../src/run/tests/run-all-tests.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { share } from '../runs.ts';
import { applied, emptyAccount, planOf } from './account.ts';
import { corpus, filesOf, requestTest, type Harmless, type Weakening } from './corpus-cases.ts';

const base = new URL('workspace/', import.meta.url).pathname;

interface KnownGaps {
  /** Weakenings that are not refused. */
  readonly passes: readonly string[];
  /** Harmless changes that are refused. */
  readonly refused: readonly string[];
}

const gaps = parse(readFileSync(new URL('known-gaps.yaml', import.meta.url), 'utf8')) as KnownGaps;
const harmless = [...corpus.rewrites, ...corpus.tightenings];

test('the corpus is as large as it says', () => {
  expect(corpus.weakenings.length).toBeGreaterThanOrEqual(90);
  expect(corpus.rewrites.length).toBeGreaterThanOrEqual(60);
  expect(corpus.tightenings.length).toBeGreaterThanOrEqual(30);
  const names = [...corpus.weakenings, ...harmless].map(([name]) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const known = (all: readonly (readonly [string, unknown])[]): ReadonlySet<string> =>
    new Set(all.map(([name]) => name));
  expect(gaps.passes.filter((name) => !known(corpus.weakenings).has(name))).toEqual([]);
  expect(gaps.refused.filter((name) => !known(harmless).has(name))).toEqual([]);
});

describe('a weakening', () => {
  test.each(share(corpus.weakenings))('%s', async (name, one) => {
    await expectShown(one);
    const plans = await plansOf(one);
    expect(plans.some(isRefused), told(plans)).toBe(!gaps.passes.includes(name));
  });
});

describe('a harmless change', () => {
  test.each(share(harmless))('%s', async (name, one) => {
    for (const { expect: expected, ...request } of one.same ?? []) {
      await expectOutcome(one, one.before, requestTest(request, expected));
      await expectOutcome(one, one.after, requestTest(request, expected));
    }
    const plans = await plansOf(one);
    expect(plans.some(isRefused), told(plans)).toBe(gaps.refused.includes(name));
    for (const { steps } of plans)
      expect(steps.filter(({ action }) => action === 'blocked').map(({ address }) => address)).toEqual([]);
  });
});

/** The request is kept out before and not after, or shows the upstream something else. */
async function expectShown(one: Weakening): Promise<void> {
  const { request, given, was, will_be: willBe, shows } = one;
  if (request === undefined || was === undefined || willBe === undefined) {
    expect(shows).toMatch(/\w \w/);
    return;
  }
  expect(isKeptOut(willBe), 'what it will be lets the request through').toBe(false);
  const isNew = Object.keys(willBe).some((key) =>
    ['request_headers', 'backend', 'forwarded_to', 'body'].includes(key),
  );
  expect(isKeptOut(was) || isNew, 'what it was keeps the request out').toBe(true);
  await expectOutcome(one, one.before, requestTest(request, was, given));
  await expectOutcome(one, one.after, requestTest(request, willBe, given));
}

function isKeptOut({ status, login, refused_by: by, connection }: JsonObject): boolean {
  const isLogin = login !== undefined && login !== false;
  return (
    by !== undefined || connection !== undefined || isLogin || (typeof status === 'number' && status >= 400)
  );
}

async function expectOutcome(
  one: Weakening | Harmless,
  side: Weakening['before'],
  request: ReturnType<typeof requestTest>,
): Promise<void> {
  const workspace = workspaceOf(filesOf(one, side, [request]), base);
  const read = workspace.requestTests?.();
  expect(read?.diagnostics.map(({ message }) => message)).toEqual([]);
  const requests = read?.files.flatMap(({ tests }) => tests) ?? [];
  const { desired } = compile(workspace, 'production');
  const cases = await testRequests({
    workspace,
    environments: [workspace.environments.get('production')!],
    requests,
    desiredOf: () => Promise.resolve(desired),
  });
  if (typeof cases === 'number') throw new Error(`exit ${cases}`);
  const text = testText({ cases }, { color: false, columns: 120 });
  expect(
    cases.map(({ result }) => result),
    `${side === one.before ? 'before' : 'after'}: ${text}`,
  ).toEqual(['ok']);
}

/** The plans of a change, one for each pull request. */
async function plansOf(one: Weakening | Harmless): Promise<readonly Plan[]> {
  const load = (side: Weakening['before']): Workspace => workspaceOf(filesOf(one, side), base);
  const start = await applied(load(one.before), emptyAccount());
  if (one.between === undefined) return [await planOf(load(one.after), start)];
  const first = await planOf(load(one.between), start);
  const next = await applied(load(one.between), start);
  return [first, await planOf(load(one.after), next)];
}

function isRefused({ refusals }: Plan): boolean {
  return refusals.some(({ gate }) => gate === 'exposure');
}

function told(plans: readonly Plan[]): string {
  return JSON.stringify(
    plans.map(({ steps, refusals }) => ({
      steps: steps.map(({ action, address, exposure }) => [action, address, exposure?.reasons]),
      refusals: refusals.map(({ gate, addresses }) => [gate, addresses]),
    })),
    undefined,
    1,
  );
}
