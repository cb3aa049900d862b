/** A baseline hides exactly the findings it was made of, even if lines move, and none of its entries is stale. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { baselineOf, prunedBaseline } from '../../../src/lint/baseline/make-baseline.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { LintInput } from '../../../src/lint/engine/lint-run.ts';
import { casesOf, filesOf } from '../rule-cases.ts';
import { lintFiles, workspaceOf, type Files } from '../workspace-of.ts';
import { runs } from '../../runs.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/baseline.schema.json', import.meta.url), 'utf8'),
) as object;
const isBaseline = new Ajv().compile(schema);
const name = 'edgewright-baseline.json';

/** The broken resource files of all cases that need no other file. */
const texts: readonly string[] = rules
  .flatMap(({ id }) => casesOf(id)?.invalid ?? [])
  .flatMap((one) => {
    const files = filesOf(one);
    const text = files['resources/case.yaml'];
    return text === undefined || Object.keys(files).length > 1 || !isWhole({ 'resources/a.yaml': text })
      ? []
      : [text];
  });

function isWhole(files: Files): boolean {
  try {
    baselineOf(inputOf(files));
    return true;
  } catch {
    return false;
  }
}

function inputOf(files: Files): LintInput {
  const workspace = workspaceOf(files);
  const names = [...workspace.environments.keys()];
  const compiled = new Map(names.map((one) => [one, compile(workspace, one)]));
  return { workspace, compiled, now: new Date('2026-01-01T00:00:00Z'), rules };
}

const files = fc
  .array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 })
  .map((all): Files => Object.fromEntries(all.map((text, index) => [`resources/case${index}.yaml`, text])));

const moves: readonly ((text: string) => string)[] = [
  (text) => text,
  // A byte order mark stays at the start of the file.
  (text) => text.replace(/^\uFEFF?/, (mark) => `${mark}# a header\n\n`),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replace(/\n*$/, '\n# the end\n'),
];

function heldIn(all: Files): { readonly text: string; readonly kept: number } {
  return baselineOf(inputOf(all));
}

describe('a baseline', () => {
  test('the cases have enough files', () => {
    expect(texts.length).toBeGreaterThan(80);
  });

  test('covers the findings it was made of, and no others, when lines have moved', () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...moves), (all, move) => {
        fc.pre(isWhole(all));
        const before = lintFiles(all, { rules });
        const { text, kept } = heldIn(all);
        expect(isBaseline(JSON.parse(text)), JSON.stringify(isBaseline.errors)).toBe(true);
        const moved = Object.fromEntries(Object.entries(all).map(([path, one]) => [path, move(one)]));
        const after = lintFiles({ ...moved, [name]: text }, { rules });
        const shown = JSON.stringify(
          { moved, text, left: after.diagnostics.map(({ rule }) => rule) },
          null,
          2,
        );
        expect(after.baselined, shown).toBe(kept);
        expect(after.diagnostics.length, shown).toBe(before.diagnostics.length - kept);
      }),
      { numRuns: runs(160) },
    );
  });

  test('is pruned of findings that are gone, and of no others', () => {
    fc.assert(
      fc.property(files, (all) => {
        fc.pre(isWhole(all));
        const { text, kept } = heldIn(all);
        const pruned = prunedBaseline(inputOf({ ...all, [name]: text }));
        expect(pruned).toEqual({ text, kept, left: 0 });
        const clean: Files = {
          'resources/clean.yaml': 'kind: endpoint\nname: www\nspec: { url: https://www.example.com }\n',
        };
        const rest = prunedBaseline(inputOf({ ...clean, [name]: text }));
        // The names of the environment are not used by the one that is left either.
        expect(rest.text).not.toContain('"resources/case');
        expect(rest.text).not.toContain('"address"');
        expect(rest.kept + rest.left).toBe(kept);
      }),
      { numRuns: runs(120) },
    );
  });
});
