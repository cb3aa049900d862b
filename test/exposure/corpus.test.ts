/**
 * Changes of configurations as teams have them: those that let somebody in, each with the request that shows it, and
 * those that do not. They were written from the documents of the service alone. `known-gaps.yaml` names the changes
 * that the gate judges wrongly, no more and no fewer.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { testText } from '../../src/report/tests/test-results.ts';
import type { GotFact } from '../../src/model/traffic/got.ts';
import type { TestedCase } from '../../src/model/traffic/test-report.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { Workspace } from '../../src/model/workspace/workspace.ts';
import { testRequests } from '../../src/run/tests/run-all-tests.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { workspaceOf } from '../lint/workspace-of.ts';
import { share } from '../runs.ts';
import { applied, emptyAccount, planOf } from './account.ts';
import { corpus, filesOf, requestTest, type Harmless, type Weakening } from './corpus-cases.ts';
import { told, writeTold } from './told.ts';

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
  expect(corpus.weakenings.length).toBeGreaterThanOrEqual(300);
  expect(corpus.rewrites.length).toBeGreaterThanOrEqual(170);
  expect(corpus.tightenings.length).toBeGreaterThanOrEqual(130);
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
    expectJudged(plans, { isRefused: true, isGap: gaps.passes.includes(name) });
    expectTold(name, plans);
  });
});

describe('a harmless change', () => {
  test.each(share(harmless))('%s', async (name, one) => {
    for (const { expect: expected, ...request } of one.same ?? []) {
      await expectOutcome(one, one.before, requestTest(request, expected));
      await expectOutcome(one, one.after, requestTest(request, expected));
    }
    expect(await openedBy(one)).toEqual([]);
    const plans = await plansOf(one);
    expectJudged(plans, { isRefused: false, isGap: gaps.refused.includes(name) });
    expectTold(name, plans);
    for (const { steps } of plans)
      expect(steps.filter(({ action }) => action === 'blocked').map(({ address }) => address)).toEqual([]);
  });
});

/** The request is kept out before and not after, or shows the upstream something else. */
async function expectShown(one: Weakening): Promise<void> {
  const { request, given, was, will_be: willBe, shows } = one;
  if (request === undefined || was === undefined || willBe === undefined) {
    expect({ request, was, willBe }).toEqual({});
    expect(shows).toMatch(/\w \w/);
    return;
  }
  expect(isKeptOut(willBe), 'what it will be lets the request through').toBe(false);
  const isNew = ['request_headers', 'response_headers', 'backend', 'forwarded_to', 'body', 'location'].some(
    (key) => key in willBe,
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
  const cases = await casesOf(one, side, [request]);
  const text = testText({ cases }, { color: false, columns: 120 });
  expect(
    cases.map(({ result }) => result),
    `${side === one.before ? 'before' : 'after'}: ${text}`,
  ).toEqual(['ok']);
}

async function casesOf(
  one: Weakening | Harmless,
  side: Weakening['before'],
  tests: readonly ReturnType<typeof requestTest>[],
): Promise<readonly TestedCase[]> {
  const workspace = workspaceOf(filesOf(one, side, tests), base);
  const read = workspace.requestTests?.();
  expect(read?.diagnostics.map(({ message }) => message)).toEqual([]);
  const requests = read?.files.flatMap((file) => file.tests) ?? [];
  const { desired } = compile(workspace, 'production');
  const { cases } = await testRequests({
    workspace,
    environments: [workspace.environments.get('production')!],
    requests,
    desiredOf: () => Promise.resolve(desired),
  });
  return cases;
}

/** The requests of a few kinds that are kept out before, and reach an upstream after. */
async function openedBy(one: Harmless): Promise<readonly string[]> {
  const hosts = ['shop', 'a', 'admin', 'desk', 'www', 'docs', 'hooks', 'old', 'all'];
  const requests = hosts.flatMap((host) =>
    [
      { url: `https://${host}.example.com/` },
      { url: `https://${host}.example.com/admin/users`, headers: { 'x-user': 'root' } },
      { url: `https://${host}.example.com/a/1`, method: 'DELETE', from: { ip: '198.51.100.7' } },
      { url: `https://${host}.example.com/public`, method: 'POST', from: { ip: '192.0.2.9' } },
      { url: `http://${host}.example.com/debug?print=1` },
    ].map((request, index) => ({ ...requestTest(request, { status: 200 }), name: `${host} ${index}` })),
  );
  const [was, is] = await Promise.all([
    casesOf(one, one.before, requests),
    casesOf(one, one.after, requests),
  ]);
  return was.flatMap(({ name, results }, index) => {
    const now = is[index]?.results ?? [];
    const isOpened = results?.every(isOutside) === true && now.some(({ code }) => code === 'served');
    return isOpened && now.every(reachesUpstream) ? [`${name}: ${JSON.stringify({ results, now })}`] : [];
  });
}

/** Where nothing is served, what comes there is new: for that the gate asks who reached the upstream before. */
function isOutside({ code }: GotFact): boolean {
  return ['closed', 'login', 'refused'].includes(code);
}

/** Not a page of a policy, which is constant in all harmless cases. */
function reachesUpstream(got: GotFact): boolean {
  return got.code === 'served' && !/^(?:endpoint|https-route|tls-edge)\//.test(got.from);
}

/** The plans of a change, one for each pull request. */
async function plansOf(one: Weakening | Harmless): Promise<readonly Plan[]> {
  if (one.between === undefined) expect(filesOf(one, one.before)).not.toEqual(filesOf(one, one.after));
  const load = (side: Weakening['before']): Workspace => workspaceOf(filesOf(one, side), base);
  const start = await applied(load(one.before), emptyAccount());
  if (one.between === undefined) return [await planOf(load(one.after), start)];
  const first = await planOf(load(one.between), start);
  const next = await applied(load(one.between), start);
  return [first, await planOf(load(one.after), next)];
}

function expectJudged(
  plans: readonly Plan[],
  right: { readonly isRefused: boolean; readonly isGap: boolean },
): void {
  const isRight = plans.some(isRefused) === right.isRefused;
  if (right.isGap) expect(isRight, 'judged rightly: take it out of known-gaps.yaml').toBe(false);
  else expect(isRight, inShort(plans)).toBe(true);
}

/** `told/` has what reviewers read of each change: `npm run record` writes it, and the difference is read. */
function expectTold(name: string, plans: readonly Plan[]): void {
  const { seen, recorded } = told(name, plans);
  expect(seen).toEqual(recorded);
}

afterAll(writeTold);

function isRefused({ refusals }: Plan): boolean {
  return refusals.some(({ gate }) => gate === 'exposure');
}

function inShort(plans: readonly Plan[]): string {
  return JSON.stringify(
    plans.map(({ steps, refusals }) => ({
      steps: steps.map(({ action, address, exposure }) => [action, address, exposure?.reasons]),
      refusals: refusals.map(({ gate, addresses }) => [gate, addresses]),
    })),
    undefined,
    1,
  );
}
