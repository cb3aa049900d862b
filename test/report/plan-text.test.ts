import { isSilentStep } from '../../src/model/plan/step.ts';
import type { Step } from '../../src/model/plan/step.ts';
import type { Plan } from '../../src/model/plan/plan.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inertLine } from '../../src/report/text/inert.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { reasonText } from '../../src/report/plan/words/reason-words.ts';
import { widthOf } from '../../src/report/text/flow-text.ts';
import '../property-seed.ts';
import { bigPlan, changeOf, planOf, stepOf } from './made-plan.ts';
import { runs } from '../runs.ts';

const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom('word ', '日本語', 'e\u0301', '👩‍👧', 'on_http_request:\n', '  - a: b\n', '<a>'), {
      maxLength: 60,
    })
    .map((all) => all.join('')),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 12 }),
  fc.integer(),
  fc.constant(undefined),
);

const change = fc
  .tuple(fc.constantFrom('match', 'response_headers.add.x-a', 'traffic_policy'), value, value, fc.boolean())
  .filter(([, before, after]) => before !== undefined || after !== undefined)
  .map(([path, before, after, hasOrigin]) =>
    changeOf(
      path,
      { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) },
      hasOrigin ? { origin: { file: 'resources/shop.yaml', line: 3, column: 5 } } : {},
    ),
  );

const step = fc
  .tuple(
    fc.constantFrom('create', 'update', 'delete', 'drift', 'blocked'),
    fc.array(change, { maxLength: 3 }),
    fc.array(fc.constantFrom('changes', 'match', '日本語', 'a-longer-word'), { maxLength: 30 }),
  )
  .map(([action, changes, words]) =>
    stepOf('https-route/shop', action as 'update', {
      changes,
      reason: { code: 'differs', fields: [words.join(' ')] },
      requests: [
        {
          operation: {} as never,
          method: 'PATCH',
          path: '/edges/https/edghts_1/routes/edghtsrt_1',
          body: {},
        },
      ],
    }),
  );

const plain = (text: string): string => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

test('no line is wider than the terminal, in any view, with wide characters and with colour', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 4 }),
      fc.integer({ min: 60, max: 200 }),
      fc.constantFrom('brief', 'all'),
      (steps, columns, view) => {
        const text = planText(planOf(steps), { color: true, columns, view: view });
        // The first line is never broken: logs are searched for it.
        for (const line of plain(text).split('\n').slice(1))
          expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      },
    ),
    { numRuns: runs(200) },
  );
});

test.each([80, 120, 200])(
  'a thousand steps at %i columns: one thing that is copied may stick out, nothing else',
  (columns) => {
    const text = planText(bigPlan(1000), { color: false, columns });
    const wide = text.split('\n').filter((line) => widthOf(line) > columns);
    expect(wide.filter((line) => !line.startsWith('Plan for '))).toEqual([]);
  },
);

test('a thousand steps fill no more than a few screens, and each is named but those that are the same', () => {
  const plan = bigPlan(1000);
  const text = planText(plan, { color: false, columns: 120 });
  expect(text.split('\n').length).toBeLessThan(350);
  expect(text).toContain('more with the same change: ');
  expect(text).toContain('more in the same fields, each with its own values: ');
  expect(text).toContain('+ description: "The shop number 2, of the new team"');
  const risky = plan.steps.filter(({ action, exposure }) => action === 'blocked' || exposure !== undefined);
  for (const one of risky) {
    const name = one.address.slice(one.kind.length + 1);
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    if (one.changes.length === 0) expect(text).toContain(reasonText(one.reason));
  }
  expect(text).toContain('resources/storefront, ');
});

test('with --all every step has all that JSON has of it for a reader', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), (steps) => {
      const plan: Plan = planOf(steps);
      const text = squeezed(planText(plan, { color: false, columns: 100, showsRequests: true }));
      for (const one of plan.steps.filter((each) => !isSilentStep(each))) expectAllOf(one, text);
    }),
    { numRuns: runs(200) },
  );
});

/** Text without spaces, to search in it regardless of line breaks. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function expectAllOf(one: Step, text: string): void {
  expect(text).toContain(squeezed(inertLine(one.address)));
  if (one.changes.length === 0) expect(text).toContain(squeezed(reasonText(one.reason)));
  expect(text).toContain(one.hash);
  for (const { method, path } of one.requests) expect(text).toContain(squeezed(`${method} ${path}`));
  for (const { path, before, after, origin } of one.changes) {
    expect(text).toContain(path);
    if (origin !== undefined && after !== undefined) expect(text).toContain(`${origin.file}:${origin.line}`);
    const signs = one.action === 'blocked' || one.action === 'drift' ? ['', ''] : [`-${path}:`, `+${path}:`];
    if (typeof before === 'number' && after === undefined) expect(text).toContain(`${signs[0]}${before}`);
    if (typeof after === 'number' && before === undefined) expect(text).toContain(`${signs[1]}${after}`);
    if (typeof after === 'string' && before === undefined && !/[\n<:[{]/.test(after))
      expect(text).toContain(
        squeezed(inertLine(JSON.stringify(after).slice(1, -1).slice(0, 40)))
          .slice(0, 30)
          .replace(/\\+$/, ''),
      );
  }
}

test('the words that differ are marked in a line that is much like the other, and nothing in lines that are not', () => {
  const shown = (before: string, after: string): string =>
    planText(
      planOf([stepOf('endpoint/a', 'update', { changes: [changeOf('description', { before, after })] })]),
      {
        color: true,
        columns: 100,
      },
    );
  expect(shown('the old team owns it', 'the new team owns it')).toContain('\u001b[7;38;5;161mold\u001b[0m');
  expect(shown('the old team owns it', 'the new team owns it')).toContain('\u001b[7;38;5;28mnew\u001b[0m');
  expect(shown('abc', 'something else entirely')).not.toContain('\u001b[7;');
});

test('a short difference in the middle of very long lines is shown', () => {
  const long = (word: string): string =>
    `${'the same words again and again '.repeat(60)}${word}${' and on it goes'.repeat(60)}`;
  const text = planText(
    planOf([
      stepOf('endpoint/a', 'update', {
        changes: [changeOf('metadata', { before: long('LEFT'), after: long('RIGHT') })],
      }),
    ]),
    { color: false, columns: 80 },
  );
  expect(text).toContain('LEFT');
  expect(text).toContain('RIGHT');
  expect(text.split('\n').length).toBeLessThan(20);
});

test('a sentence that repeats three times is printed once', () => {
  const same = (name: string): Step =>
    stepOf(`endpoint/${name}`, 'update', { changes: [changeOf('description', { before: 'a', after: 'b' })] });
  const text = planText(planOf(['a', 'b', 'c', 'd'].map(same)), { color: false, columns: 80 });
  expect(text).toContain('    and 3 more with the same change: b, c, d\n');
  expect(text.match(/description: b$/gm)).toHaveLength(1);
});

test('a new policy that names secrets is laid out like any other, in full', () => {
  const after = JSON.stringify({
    on_http_request: [
      {
        actions: [
          { type: 'add-headers', config: { headers: { authorization: 'Bearer $(secret:KEY)', other: 'x' } } },
        ],
      },
    ],
  });
  const made = (before?: string): Plan =>
    planOf([
      stepOf('endpoint/api', before === undefined ? 'create' : 'update', {
        changes: [
          changeOf(
            'traffic_policy',
            { ...(before === undefined ? {} : { before }), after },
            {
              isSecret: true,
              form: 'traffic-policy',
            },
          ),
        ],
      }),
    ]);
  const text = planText(made(), { color: false, columns: 80, view: 'all' });
  expect(text).toContain('        +             authorization: Bearer $(secret:KEY)\n');
  // Of a value compared with a secret, only the reference is shown.
  expect(planText(made('(secret)'), { color: false, columns: 80, view: 'all' })).not.toContain(
    'authorization: Bearer',
  );
});
