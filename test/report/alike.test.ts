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
