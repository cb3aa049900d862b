/*
 * Rules treat live objects like declared ones: the `bad` example of each rule, as live objects, gives its finding, the
 * `good` one gives none. The rules that do not apply to live objects are listed in live-rules.ts.
 */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/workspace/compile/compile.ts';
import { lintLive, liveRules, silentRules } from '../../../src/lint/live/lint-live-objects.ts';
import type { LiveObject } from '../../../src/lint/live/live-document.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import { yamlText } from '../../../src/report/text/yaml.ts';
import { casesOf } from '../rule-cases.ts';
import { filesIn, workspaceOf } from '../workspace-of.ts';

/**
 * The example of the first has a 0, which is what an unset field reads back as; it finds a 1 all the same. That of the
 * second lacks a secret beside a client id, which is what a service that hides secrets answers. The third is about
 * references to secrets, which no live object has.
 */
const unseen: readonly string[] = [
  'cb-error-threshold-extreme',
  'endpoint-environments',
  'oidc-client-required',
  'secret-not-allowed',
];

function judged(text: string, id: string): LintResult {
  const workspace = workspaceOf(filesIn(text));
  const { desired } = compile(workspace, 'production');
  const objects = desired.map(({ address, kind, labels, spec }): LiveObject => {
    const live = { kind, id: 'id_1', spec, isManageable: true };
    return { address, labels, live };
  });
  const { now = '2026-01-01T00:00:00Z' } = casesOf(id)?.example ?? {};
  const { severity } = rules.find((rule) => rule.id === id)!;
  return lintLive({
    objects: new Map([['production', objects]]),
    settings: workspace.settings.lint,
    rules,
    overriding: new Map([[id, { severity: severity.strict }]]),
    now: new Date(now),
    print: yamlText,
  });
}

describe.each(liveRules(rules).map(({ id, bad, good }) => ({ id, bad, good })))(
  '$id',
  ({ id, bad, good }) => {
    test.runIf(!unseen.includes(id))('is found in live objects', () => {
      const { diagnostics } = judged(bad, id);
      expect(diagnostics.map(({ rule }) => rule)).toContain(id);
      for (const { place, fix } of diagnostics) {
        expect(place.source.path).toMatch(/^live:production\//);
        expect(fix).toBeUndefined();
      }
    });

    test('is not found in the good example', () => {
      expect(judged(good, id).diagnostics.filter(({ rule }) => rule === id)).toEqual([]);
    });
  },
);

test('a finding in a live policy points at the word', () => {
  const id = 'traffic-policy-shape';
  const { bad } = rules.find((rule) => rule.id === id)!;
  const { diagnostics } = judged(bad, id);
  const words = diagnostics.map(({ place: { source, start, end } }) => source.text.slice(start, end));
  expect(words).toEqual(['\\"expression\\"']);
});

test('a live object with a full-width colon in a value gets no fix, for there is no file to fix', () => {
  const id = 'oauth-email-domain-format';
  const { bad } = rules.find((rule) => rule.id === id)!;
  const { diagnostics } = judged(bad.replace('@example.com', 'shop\uff1aexample'), id);
  expect(diagnostics.map(({ rule, fix }) => [rule, fix])).toEqual([[id, undefined]]);
});

test('each rule listed as silent about live objects exists', () => {
  const judging = rules.filter(({ scope }) => scope === 'resource' || scope === 'environment');
  const ids = new Set(judging.map(({ id }) => id));
  expect(silentRules.filter((id) => !ids.has(id))).toEqual([]);
});
