import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { buildFix } from '../../../src/lint/fix/build-fix.ts';
import { fixDiff } from '../../../src/report/findings/fix-diff.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Json } from '../../../src/model/value.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { runs } from '../../runs.ts';
import type { FixChange } from '../../../src/lint/fix-request.ts';
import type { Fix } from '../../../src/model/fix.ts';

interface FixCase {
  readonly name: string;
  readonly text: string;
  readonly change: FixChange;
  readonly after?: string;
  readonly refused?: true;
}

const cases = parse(readFileSync(new URL('fix-cases.yaml', import.meta.url), 'utf8')) as FixCase[];

function fixFor(text: string, change: FixChange): Fix | undefined {
  const document = readYaml({ path: 'a.yaml', text }).documents[0]!;
  return buildFix({ safety: 'safe', title: 'x', changes: [change] }, (path) => ({ document, path }));
}

function diagnosticWith(fix: Fix): Diagnostic {
  const place = fix.edits[0]!;
  return { rule: 'x', severity: 'error', message: 'x', place, related: [], environments: [], fix };
}

function changed(text: string, change: FixChange): string | undefined {
  const fix = fixFor(text, change);
  if (fix === undefined) return undefined;
  const { source } = fix.edits[0]!;
  const { texts } = applyFixes(new Map([['a.yaml', source]]), [diagnosticWith(fix)], 'safe');
  return texts.get('a.yaml');
}

describe('a change of the tree as an edit of the text', () => {
  test.each(cases)('$name', ({ text, change, after, refused }) => {
    expect(changed(text, change)).toBe(refused === true ? undefined : after);
  });
});

/** Trees of maps, lists and scalars as somebody might write them. */
const scalars = fc.oneof(
  fc.constantFrom<Json>('a', 'b c', 'on', '1.0', "it's", 'a: b', '# x', 'one\ntwo\n', '', 'x,y', '[z'),
  fc.integer({ min: -5, max: 5 }),
  fc.boolean(),
);
const keys = fc.constantFrom('a', 'b', 'c', 'd-e', 'x_y', 'on', '1');
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const documents = fc.dictionary(keys, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

/** Every path of a tree but the root's. */
function pathsOf(value: Json, head: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return steps.flatMap((step) => {
    const path = [...head, step];
    return [path, ...pathsOf((value as Record<string | number, Json>)[step]!, path)];
  });
}

function without(value: Json, [step, ...rest]: (string | number)[]): Json {
  if (Array.isArray(value)) {
    if (rest.length === 0) return (value as Json[]).filter((_, index) => index !== step);
    return value.map((item: Json, index) => (index === step ? without(item, rest) : item));
  }
  const entries = Object.entries(value as Record<string, Json>);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([key]) => key !== step));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === step ? without(item, rest) : item]));
}

function replaced(value: Json, [step, ...rest]: (string | number)[], to: Json): Json {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (index === step ? replaced(item, rest, to) : item));
  }
  const entries = Object.entries(value as Record<string, Json>);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === step ? replaced(item, rest, to) : item]),
  );
}

describe('any tree', () => {
  const written = fc.record({
    tree: documents,
    flow: fc.boolean(),
    pick: fc.nat(),
    indent: fc.constantFrom(2, 4),
  });
  const textOf = ({ tree: value, flow, indent }: { tree: Json; flow: boolean; indent: number }): string =>
    stringify(value, { collectionStyle: flow ? 'flow' : 'block', indent, lineWidth: 0 });

  test('only the removed value is gone', () => {
    fc.assert(
      fc.property(written, (input) => {
        const paths = pathsOf(input.tree);
        const path = paths[input.pick % paths.length]!;
        const after = changed(textOf(input), { remove: path });
        // The root cannot become empty, nor an item that has nothing but this.
        if (after === undefined) return;
        expect(parse(after)).toEqual(without(input.tree, path));
      }),
      { numRuns: runs(400) },
    );
  });

  test('a replaced value reads back as the new one', () => {
    fc.assert(
      fc.property(written, tree, (input, value) => {
        const paths = pathsOf(input.tree);
        const path = paths[input.pick % paths.length]!;
        const after = changed(textOf(input), { replace: path, with: value });
        if (after === undefined) return;
        expect(parse(after)).toEqual(replaced(input.tree, path, value));
      }),
      { numRuns: runs(400) },
    );
  });

  test('refusals are few', () => {
    const samples = fc.sample(written, { numRuns: runs(300), seed: 1 });
    const refused = samples.filter((input) => {
      const paths = pathsOf(input.tree);
      const path = paths[input.pick % paths.length]!;
      return changed(textOf(input), { remove: path }) === undefined;
    });
    expect(refused.length).toBeLessThan(samples.length / 4);
  });
});

describe('several fixes at once', () => {
  const text = 'a: 1\nb: 2\nc: 3\n';
  const fixes = (changes: readonly FixChange[]): Diagnostic[] =>
    changes.map((change) => diagnosticWith(fixFor(text, change)!));
  const sources = new Map([['a.yaml', { path: 'a.yaml', text }]]);

  test('the first of two that overlap wins, the other waits', () => {
    const { texts, applied } = applyFixes(
      sources,
      fixes([{ remove: ['a'] }, { replace: ['a'], with: 5 }, { remove: ['c'] }]),
      'safe',
    );
    expect(texts.get('a.yaml')).toBe('b: 2\n');
    expect(applied).toHaveLength(2);
  });

  test('an unsafe one is left alone unless asked for', () => {
    const [one] = fixes([{ remove: ['a'] }]);
    const unsafe = [{ ...one!, fix: { ...one!.fix!, safety: 'unsafe' as const } }];
    expect(applyFixes(sources, unsafe, 'safe').applied).toEqual([]);
    expect(applyFixes(sources, unsafe, 'unsafe').texts.get('a.yaml')).toBe('b: 2\nc: 3\n');
  });

  test('the difference can be shown, secrets as stars', () => {
    const source = { path: 'a.yaml', text: 'a: 1\nsecret: hunter2\n' };
    const after = new Map([['a.yaml', 'a: 2\nsecret: hunter2\n']]);
    const start = source.text.indexOf('hunter2');
    const diff = fixDiff(
      new Map([['a.yaml', source]]),
      after,
      new Map([[source, [{ start, end: start + 7 }]]]),
    );
    expect(diff.replaceAll('\t', '')).toBe(
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n-a: 1\n+a: 2\n secret: *******\n',
    );
  });
});
