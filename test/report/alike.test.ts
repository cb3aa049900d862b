import type { AskedApproval } from '../../src/model/approval.ts';
import type { ExposureFact } from '../../src/model/facts/exposure.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import type { Step } from '../../src/model/plan/step.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldAlike, nameRuns } from '../../src/report/plan/alike.ts';
import { planMarkdown } from '../../src/report/plan/markdown/plan-markdown.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { changeOf, planOf, stepOf } from './made-plan.ts';

const preset = { file: 'presets/base.yaml', line: 4, column: 9, layer: 'preset/base' };

/** One preset edit that reaches so many routes. */
function bulk(count: number, more: (index: number) => Partial<Step> = () => ({})): readonly Step[] {
  return Array.from({ length: count }, (_, index) =>
    stepOf(`https-route/shop-${index + 1}`, 'update', {
      changes: [changeOf('compression.enabled', { before: false, after: true }, { origin: preset })],
      ...more(index),
    }),
  );
}

const text = (steps: readonly Step[]): string => planText(planOf(steps), { color: false, columns: 100 });

test('fifty routes of one preset edit are one diff with its place, and how many more there are', () => {
  const shown = text(bulk(50));
  expect(
    shown.match(/compression\.enabled: true {2}\(presets\/base\.yaml:4:9, preset\/base\)/g),
  ).toHaveLength(1);
  expect(shown).toContain('    and 49 more with the same change: shop-2 to shop-50\n');
  const comment = planMarkdown([planOf(bulk(50))]);
  expect(comment.match(/^\+ compression\.enabled: true$/gm)).toHaveLength(1);
  expect(comment).toContain('and 49 more with the same change: `shop-2 to shop-50`\n');
});

test('with any room, a comment says of equal changes that they are', () => {
  const plans = [planOf(bulk(50))];
  const sizes = Array.from({ length: planMarkdown(plans).length / 20 }, (_, index) => 20 * index);
  const comments = sizes.map((maxSize) => planMarkdown(plans, { maxSize }));
  const item = /^- \*\*update\*\* `https-route\/shop-1`.* and 49 more with the same change$/m;
  expect(comments.some((comment) => item.test(comment))).toBe(true);
  for (const comment of comments) expect(comment).not.toContain('each with its own values');
});

test('values of their own stand in a plan that can be read, and in one sample of a long one', () => {
  const own = (index: number): Partial<Step> => ({
    changes: [changeOf('description', { after: `shop ${index}` })],
  });
  expect(text(bulk(50, own)).match(/\+ description/g)).toHaveLength(50);
  const long = text(bulk(200, own));
  expect(long.match(/\+ description/g)).toHaveLength(1);
  expect(long).toContain('and 199 more in the same fields, each with its own values: shop-2 to shop-200\n');
});

describe('steps that concern security are always shown in full', () => {
  test.each<[what: string, more: Partial<Step>]>([
    ['possibly exposed', { possibleExposure: [{ code: 'policy-unread', why: 'masked' }] }],
    ['a delete', { action: 'delete' }],
    ['a route that goes', { action: 'retire' }],
  ])('%s', (_what, more) => {
    for (const count of [50, 300]) {
      const shown = text(bulk(count, () => more));
      expect(shown.match(/compression\.enabled: true/g)).toHaveLength(count);
      expect(shown).not.toMatch(/and \d+ more with/);
    }
  });
});

test('every step is in one fold, at most as many are folded as change the same fields', () => {
  const values = fc.record({ kind: fc.constantFrom('a', 'b'), value: fc.nat(2), isExposed: fc.boolean() });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 40 }), fc.constantFrom('short', 'long'), (list, length) => {
      const steps = list.map(({ kind, value, isExposed }, index) =>
        stepOf(`endpoint/e-${index}`, 'update', {
          changes: [changeOf(kind, { after: value })],
          ...(isExposed
            ? { possibleExposure: [{ code: 'policy-unread' as const, why: 'masked' as const }] }
            : {}),
        }),
      );
      const folded = foldAlike(
        steps.map((step) => ({ step })),
        length,
      );
      const all = folded.flatMap(({ first, others }) => [first.step, ...others.map(({ step }) => step)]);
      expect(new Set(all)).toEqual(new Set(steps));
      expect(all).toHaveLength(steps.length);
      for (const { first, others, hasSameValues } of folded) {
        for (const { step } of others) {
          expect(step.possibleExposure).toBeUndefined();
          expect(step.changes[0]!.path).toBe(first.step.changes[0]!.path);
          if (hasSameValues) expect(step.changes).toEqual(first.step.changes);
        }
      }
    }),
  );
});

test('two steps of one resource are two', () => {
  const [update] = bulk(1);
  const [drift] = bulk(1, () => ({ action: 'drift' }));
  expect(foldAlike([{ step: drift! }, { step: update! }], 'long').map(({ others }) => others)).toEqual([
    [],
    [],
  ]);
});

describe('names', () => {
  test.each<[names: string, runs: string]>([
    ['shop-1 shop-2 shop-3', 'shop-1..shop-3'],
    ['shop-1 shop-2', 'shop-1 shop-2'],
    ['shop-10 shop-9 shop-8 admin', 'admin shop-8..shop-10'],
    ['shop-008 shop-009 shop-010 shop-011', 'shop-008..shop-011'],
    ['shop-1 shop-3 shop-5', 'shop-1 shop-3 shop-5'],
    ['a1b a2b a3b', 'a1b a2b a3b'],
    ['1 2 3', '1..3'],
    ['', ''],
  ])('%s', (names, runs) => {
    const found = nameRuns(names.split(' ').filter((name) => name !== ''));
    expect(found.map(({ first, last }) => (last === undefined ? first : `${first}..${last}`)).join(' ')).toBe(
      runs,
    );
  });

  test('each is counted once', () => {
    const name = fc
      .tuple(fc.constantFrom('a-', 'b', 'c-00', ''), fc.nat(30))
      .map(([stem, at]) => `${stem}${at}`);
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        expect(nameRuns(names).reduce((sum, { count }) => sum + count, 0)).toBe(names.length);
      }),
    );
  });
});

describe('refused steps whose values differ', () => {
  const refused = (to: (index: number) => string, before = '/old'): readonly Step[] =>
    bulk(3, (index) => ({
      changes: [changeOf('match', { before: `${before}${index}`, after: `/new${index}` })],
      exposure: {
        direction: 'reachable',
        reasons: [
          {
            code: 'falls-to',
            spaces: [`${before}${index}*`],
            more: 0,
            address: `https-route/shop-${index + 1}`,
            to: to(index),
          },
        ],
        isAllowed: false,
        change: String(index),
      } as unknown as NonNullable<Step['exposure']>,
    }));
  const folded = (steps: readonly Step[]): number =>
    foldAlike(
      steps.map((step) => ({ step })),
      'short',
    ).length;

  test('are one where all else that is said of them is the same', () => {
    expect(folded(refused(() => 'https-route/all'))).toBe(1);
  });

  test('are not where they fall to different resources', () => {
    expect(folded(refused((index) => `https-route/all-${'abc'[index] ?? ''}`))).toBe(3);
  });

  test('are not where a value is too long to be read at a glance', () => {
    expect(folded(refused(() => 'https-route/all', `/${'old/'.repeat(20)}`))).toBe(3);
  });
});

describe('drift that is alike', () => {
  const drifted = (name: string, live: string): Step => {
    const address = `endpoint/${name}` as const;
    return stepOf(address, 'drift', {
      changes: [changeOf('description', { before: live, after: 'ours' })],
      remedies: [
        { code: 'pull', command: `edgewright pull ${address} --env production` },
        {
          ...{ code: 'revert', address, environment: 'production', change: name.repeat(8) },
          command: `edgewright apply --env production --allow-revert ${address}`,
        },
      ],
      hash: name.repeat(8),
    });
  };
  const weakened: Step = {
    ...drifted('guarded', 'theirs'),
    weakened: [{ code: 'module-off', module: 'oidc' }],
  };

  test('is one sample with one command that keeps it and one that reverts it, behind what is less protected', () => {
    const shown = text([...['web-1', 'web-2', 'web-3'].map((name) => drifted(name, 'theirs')), weakened]);
    expect(shown).toContain('and 2 more with the same change: web-2, web-3\n');
    expect(shown).toContain('edgewright pull endpoint/web-1 endpoint/web-2 endpoint/web-3');
    expect(shown).toContain("--allow-revert 'endpoint/web-*'");
    expect(shown.indexOf('endpoint/guarded')).toBeLessThan(shown.indexOf('endpoint/web-1'));
    expect(shown).toContain('4 drifted, 1 of them less protected');
  });

  test('names the values where they differ, and all addresses where a glob would match more', () => {
    const shown = text([
      ...['web-1', 'web-2', 'web-3'].map((name) => drifted(name, `by ${name}`)),
      { ...weakened, address: 'endpoint/web-9' },
    ]);
    expect(shown).toContain('web-2 (live by web-2, files ours)');
    expect(shown.replaceAll(/ \\\n */g, ' ')).toContain(
      '--allow-revert endpoint/web-1 --allow-revert endpoint/web-2 --allow-revert endpoint/web-3',
    );
  });
});

/** Thirty routes of one host that all move alike, each from its own path to its own. */
function moved(action: 'update' | 'blocked'): Plan {
  const name = (index: number): string => `shop-${index}`;
  const steps = Array.from({ length: 30 }, (_, index): Step => {
    const address = `https-route/${name(index)}` as const;
    const change = changeOf('match', { before: `/old/${name(index)}`, after: `/new/${name(index)}` });
    if (action === 'blocked')
      return stepOf(address, action, {
        reason: { code: 'cannot-move', field: 'edge_id' },
        changes: [changeOf('edge_id', { before: 'edghts_1', after: 'edghts_2' })],
        remedies: [{ code: 'keep-parent', field: 'edge_id', address }],
      });
    const reason: ExposureFact = {
      code: 'handover',
      how: 'falls',
      spaces: [`/old/${name(index)}*`],
      more: 0,
      from: [address],
      protection: ['oidc'],
      to: 'https-route/all',
      lost: [],
    };
    return stepOf(address, action, {
      changes: [change],
      exposure: {
        direction: 'newly-reachable',
        reasons: [reason],
        isAllowed: false,
        change: String(index).padStart(32, 'a'),
      },
    });
  });
  const approvals = steps.map(({ address, exposure }): AskedApproval => ({
    allow: 'exposure',
    address,
    environment: 'production',
    change: exposure?.change ?? '',
    group: 'b'.repeat(32),
  }));
  const addresses = steps.map(({ address }) => address);
  return planOf(
    steps,
    action === 'blocked'
      ? {}
      : { refusals: [{ gate: 'exposure', fact: { code: 'less-protected' }, addresses, approvals }] },
  );
}

/** The lines of a comment that are there before anything is unfolded. */
function unfolded(comment: string): readonly string[] {
  return comment.replaceAll(/<details>.*?<\/details>/gs, '').split('\n');
}

test.each(['update', 'blocked'] as const)('thirty like refusals are one: %s', (action) => {
  const shown = planText(moved(action), { color: false, columns: 80 });
  expect(shown.split('\n').length).toBeLessThanOrEqual(40);
  expect(shown).toContain('and 29 more with the same change');
  const comment = planMarkdown([moved(action)]);
  expect(unfolded(comment).length).toBeLessThanOrEqual(40);
  expect(comment.match(/^\| `[~x]` /gm)).toHaveLength(1);
});

test('a run of numbers stands for values that differ in that number alone', () => {
  const numbered = planText(moved('update'), { color: false, columns: 200 });
  expect(numbered).toContain(
    ': shop-1 (/old/shop-1 -> /new/shop-1) to shop-29 (/old/shop-29 -> /new/shop-29)\n',
  );
  const odd = moved('update');
  const [, , third] = odd.steps;
  const steps = odd.steps.map((step) =>
    step === third
      ? { ...step, changes: [changeOf('match', { before: '/old/shop-2', after: '/new/x' })] }
      : step,
  );
  const text = planText({ ...odd, steps }, { color: false, columns: 200 });
  expect(text).toContain(', shop-2 (/old/shop-2 -> /new/x), shop-3 (');
});

test('blocked steps that each need a command or a line of their own are each shown in full', () => {
  const plan = moved('blocked');
  const ways: readonly ((address: string) => Step['remedies'][number])[] = [
    (address) => ({ code: 'resolve-adopt', command: `edgewright resolve ${address} --adopt <id>` }),
    (address) => ({ code: 'forget', address }),
  ];
  for (const way of ways) {
    const steps = plan.steps.map((step): Step => ({ ...step, remedies: [way(step.address)] }));
    const shown = planText({ ...plan, steps }, { color: false, columns: 80 });
    expect(shown.match(/^x blocked /gm)).toHaveLength(30);
  }
});

/** Fifty-eight objects of an account, as `pull` puts them under `adopt:`. */
function adoption(): Plan {
  const kinds = ['endpoint', 'tls-edge', 'https-route'] as const;
  const steps = Array.from({ length: 58 }, (_, index): Step => {
    const name = `${['api', 'docs', 'shop', 'web'][index % 4] ?? ''}-${index}-example-com` as const;
    const address = `${kinds[index % 3] ?? 'endpoint'}/${name}` as const;
    return stepOf(address, 'adopt', {
      origin: { file: `resources/${address}.yaml`, line: 2, column: 1 },
      reason: {
        code: 'adopted',
        id: `ep_${String(index).padStart(27, 'x')}`,
        by: 'unmarked',
        next: 'nothing',
      },
    });
  });
  return planOf(steps);
}

test('an adoption of 58 objects names each with its id, in at most 80 lines', () => {
  const plan = adoption();
  const shown = planText(plan, { color: false, columns: 80 });
  expect(shown.split('\n').length).toBeLessThanOrEqual(80);
  const comment = planMarkdown([plan]);
  expect(comment.split('\n').length).toBeLessThanOrEqual(80);
  for (const { address, reason } of plan.steps) {
    const name = address.slice(address.indexOf('/') + 1);
    const id = 'id' in reason ? reason.id : '';
    expect(shown).toContain(name);
    expect(shown).toContain(id);
    expect(comment).toContain(id);
  }
});

test('an object that changes as it is adopted is shown by itself', () => {
  const plan = adoption();
  const change = changeOf('description', { before: 'a', after: 'b' });
  const [first, ...others] = plan.steps;
  if (first === undefined) throw new Error('no step');
  const shown = planText(
    { ...plan, steps: [{ ...first, changes: [change] }, ...others] },
    { color: false, columns: 80 },
  );
  expect(shown.match(/^> adopt /gm)).toHaveLength(4);
});
