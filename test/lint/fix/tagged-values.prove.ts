/**
 * Every fix beside a tag. A tag (`!!str`) is written before its value and is no part of its range: a fix that replaces
 * or removes the value alone leaves the tag to what comes there next. A string with `!!str` is the same string, so a
 * fix must come to the same data as without the tag, or not be offered.
 */
import { expect, test } from 'vitest';
import { plainValue } from '../../../src/derive/schema/plain-value.ts';
import { applyFixes } from '../../../src/lint/fix/apply-fixes.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { Source } from '../../../src/model/document.ts';
import type { RuleSetting } from '../../../src/model/workspace/settings.ts';
import { readYaml } from '../../../src/derive/yaml/read-yaml.ts';
import { casesOf, filesOf } from '../rule-cases.ts';
import { lintFiles, type Files } from '../workspace-of.ts';
import { canonicalJson } from '../../../src/text/json/canonical-json.ts';

const strict: ReadonlyMap<string, RuleSetting> = new Map(
  rules.map(({ id, severity }) => [id, { severity: severity.strict }]),
);

const fixable = rules.filter(({ fix }) => fix !== 'none').map(({ id }) => id);

test.each(fixable)('%s', (id) => {
  for (const one of casesOf(id)?.invalid ?? []) {
    const files = filesOf(one);
    const { findings, sources } = linted(id, files);
    const plain = findings.map((finding) => [finding, fixed(files, sources, finding) ?? files] as const);
    for (const variant of tagged(files, lines(files, findings))) {
      const found = linted(id, variant);
      for (const finding of found.findings) {
        const after = fixed(variant, found.sources, finding);
        if (after === undefined) continue;
        const shown = JSON.stringify({ message: finding.message, before: variant, after }, null, 2);
        const twin = plain.find(([other]) => isTwin(finding, other));
        // Otherwise the tag made the value a string, which is a mistake of its own.
        if (twin !== undefined && dataOf(variant) === dataOf(files))
          expect(dataOf(after), shown).toBe(dataOf(twin[1]));
        const [left, had] = [linted(id, after), found].map(
          (each) => each.findings.filter(({ message }) => message === finding.message).length,
        );
        expect(left, shown).toBeLessThan(had ?? 0);
      }
    }
  }
});

/** The lines around all edits, as `path:line`. */
function lines(files: Files, findings: readonly Diagnostic[]): ReadonlySet<string> {
  const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
  return new Set(
    edits.flatMap(({ source: { path, text }, start, end }) => {
      const [first, last] = [start, end].map((at) => lineOf(text, at));
      if (first === undefined || last === undefined || files[path] === undefined) return [];
      return Array.from({ length: last - first + 3 }, (_, index) => `${path}:${first - 1 + index}`);
    }),
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Each scalar and key of these lines with a tag before it, one at a time. */
function tagged(files: Files, near: ReadonlySet<string>): readonly Files[] {
  return Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.yaml')
      ? [...text.matchAll(/(?<=(?:: |- |[[{,] ?|^ *))(?=["'\w$/.])/gm)]
          .filter(({ index }) => near.has(`${path}:${lineOf(text, index)}`))
          .map(({ index }) => ({
            ...files,
            [path]: `${text.slice(0, index)}!!str ${text.slice(index)}`,
          }))
      : [],
  );
}

interface Linted {
  readonly findings: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, Source>;
}

function linted(id: string, files: Files): Linted {
  const { diagnostics, workspace } = lintFiles(files, { rules, overriding: strict });
  return { findings: diagnostics.filter(({ rule }) => rule === id), sources: workspace.sources };
}

function fixed(files: Files, sources: Linted['sources'], finding: Diagnostic): Files | undefined {
  const { texts, applied } = applyFixes(sources, [finding], 'unsafe');
  return applied.length === 0 ? undefined : { ...files, ...Object.fromEntries(texts) };
}

/** The data of all YAML files, in whatever order their keys are. */
function dataOf(files: Files): string {
  const entries = Object.entries(files).map(([path, text]) => {
    if (!path.endsWith('.yaml')) return [path, text];
    const { documents } = readYaml({ path, text });
    return [path, documents.map(({ root }) => (root === undefined ? '' : canonicalJson(plainValue(root))))];
  });
  return JSON.stringify(entries, null, 1);
}

function isTwin({ message, place }: Diagnostic, other: Diagnostic): boolean {
  const isSame = message === other.message && place.source.path === other.place.source.path;
  return (
    isSame &&
    lineOf(place.source.text, place.start) === lineOf(other.place.source.text, other.place.start) &&
    place.end - place.start === other.place.end - other.place.start
  );
}
