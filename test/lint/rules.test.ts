/**
 * Every rule, executed. A case file test/lint/cases/<rule-id>.yaml holds `valid` (at least 3, one of them a near miss)
 * and `invalid` (at least 2, each with the place and the whole message of what is found); the fields are those of
 * `ValidCase` and `InvalidCase` in rule-cases.ts. A case runs in the workspace of test/lint/workspace, under the preset
 * `recommended` and the rule itself, alone; what rules say of each other's cases is in
 * findings-of-others.prove.ts.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { applyFixes } from '../../src/lint/fix/apply-fixes.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { rules } from '../../src/lint/rules.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { readYaml } from '../../src/derive/yaml/read-yaml.ts';
import {
  caseIds,
  casesOf,
  filesOf,
  ownFindings,
  inNotation,
  type ExpectedFinding,
  type InvalidCase,
} from './rule-cases.ts';
import { filesIn, type Files } from './workspace-of.ts';

function readable(found: readonly Diagnostic[]): readonly string[] {
  return found.map(({ rule, message }) => `${rule}: ${message}`);
}

function expectedOf(one: InvalidCase): readonly ExpectedFinding[] {
  if (one.findings !== undefined) return one.findings;
  const { at = '', message = '', related, environments } = one;
  return [
    {
      at,
      message,
      ...(related === undefined ? {} : { related }),
      ...(environments === undefined ? {} : { environments }),
    },
  ];
}

/** Fixes until nothing is left to fix; the count of passes is bounded so that a fix that undoes another shows. */
function fixed(rule: Rule, one: InvalidCase, files: Files, passes = 5): Files {
  const found = ownFindings(rule, rules, one, files);
  const sources = new Map(
    found.flatMap(({ fix }) => fix?.edits.map(({ source }) => [source.path, source] as const) ?? []),
  );
  const { texts, applied } = applyFixes(sources, found, 'unsafe');
  if (applied.length === 0) return files;
  expect(passes, 'fixing comes to an end').toBeGreaterThan(0);
  return fixed(rule, one, { ...files, ...Object.fromEntries(texts) }, passes - 1);
}

describe.each(rules.map((rule) => ({ id: rule.id, rule })))('$id', ({ rule }) => {
  const cases = casesOf(rule.id);
  const invalid = cases?.invalid ?? [];
  let allFound: readonly (readonly Diagnostic[])[];
  beforeAll(() => {
    allFound = invalid.map((one) => ownFindings(rule, rules, one));
  });

  test('has its source, its words and its cases', () => {
    expect(rule.source).not.toBe('');
    expect(rule.summary).toMatch(/\.$/);
    expect(rule.why).not.toBe('');
    expect(cases?.valid.length ?? 0).toBeGreaterThanOrEqual(3);
    expect(cases?.invalid.length ?? 0).toBeGreaterThanOrEqual(2);
  });

  test('`bad` gives its own finding, `good` none', () => {
    expect(readable(ownFindings(rule, rules, cases?.example ?? {}, filesIn(rule.good)))).toEqual([]);
    const found = ownFindings(rule, rules, cases?.example ?? {}, filesIn(rule.bad));
    expect(found.length).toBeGreaterThan(0);
  });

  test.each(cases?.valid.map((one, index) => ({ name: one.name ?? `${index + 1}`, one })) ?? [])(
    'valid: $name',
    ({ one }) => {
      expect(readable(ownFindings(rule, rules, one))).toEqual([]);
    },
  );

  test.each(invalid.map((one, index) => ({ name: one.name ?? `${index + 1}`, one, index })))(
    'invalid: $name',
    ({ one, index: at }) => {
      const found = allFound[at]!;
      const expected = expectedOf(one);
      expect(
        found.map((diagnostic, index) => inNotation(expected[index] ?? { at: '', message: '' }, diagnostic)),
      ).toEqual(expected);
      for (const { message } of found) {
        expect(message).not.toMatch(/\.$/);
        expect(message.length).toBeLessThanOrEqual(120);
      }
      checkFix(rule, one, found);
    },
  );

  test('declares the strongest fix that its cases yield', () => {
    const safeties = new Set(allFound.flat().flatMap(({ fix }) => fix?.safety ?? []));
    expect(rule.fix).toBe(safeties.has('safe') ? 'safe' : safeties.has('unsafe') ? 'unsafe' : 'none');
  });
});

/** After the fix the finding is gone; the YAML can be read; the text is that of the case. */
function checkFix(rule: Rule, one: InvalidCase, found: readonly Diagnostic[]): void {
  const left = found.filter(({ fix }) => fix === undefined).map(({ message }) => message);
  if (one.fix === 'none') expect(found.filter(({ fix }) => fix !== undefined)).toEqual([]);
  if (left.length === found.length) {
    expect(one.fixed, 'the text after a fix, but there is none').toBeUndefined();
    return;
  }
  const before = filesOf(one);
  const after = fixed(rule, one, before);
  if (one.fixed !== undefined) expect(after).toEqual({ ...before, ...filesIn(one.fixed) });
  for (const [path, text] of Object.entries(after)) {
    expect(readYaml({ path, text }).diagnostics, text).toEqual([]);
  }
  const now = ownFindings(rule, rules, one, after);
  expect(now.map(({ message }) => message)).toEqual(left);
}

test('no case is left over', () => {
  const ids = new Set(rules.map(({ id }) => id));
  expect(caseIds().filter((id) => !ids.has(id))).toEqual([]);
});
