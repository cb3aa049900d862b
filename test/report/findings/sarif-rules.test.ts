import { readFileSync } from 'node:fs';
import { micromark } from 'micromark';
import { describe, expect, test } from 'vitest';
import { readLevels } from '../../../src/lint/engine/levels.ts';
import { withLinks } from '../../../src/lint/engine/finding-links.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { LintResult } from '../../../src/model/lint/lint-result.ts';
import { rules } from '../../../src/lint/rules.ts';
import type { RuleText } from '../../../src/model/lint/rule.ts';
import { inert } from '../../../src/report/text/inert.ts';
import { lintSarif } from '../../../src/report/findings/lint-sarif.ts';
import { resultOf } from './result-of.ts';
import { violationsOf } from './violations.ts';

const homepage = 'https://tool.example.com/';

interface Descriptor {
  readonly id: string;
  readonly helpUri?: string;
  readonly shortDescription?: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help?: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration?: { readonly level?: string; readonly enabled?: boolean };
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly automationDetails: { readonly id: string };
      readonly tool: {
        readonly driver: { readonly informationUri: string; readonly rules: readonly Descriptor[] };
      };
      readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
    },
  ];
}

/** A finding of each rule, the last first. */
function sarifOf(ids: readonly string[]): string {
  const path = 'a.yaml';
  const diagnostics = [...ids]
    .reverse()
    .map((rule) => ({ rule, severity: 'error', message: 'x', at: { path, text: 'a' } }) as const);
  return lintSarif(resultOf({ files: { [path]: 'a: b\n' }, diagnostics }), {
    version: '0.0.0',
    homepage,
    rules,
  });
}

describe('what SARIF says of rules', () => {
  const text = sarifOf([...rules.map(({ id }) => id), 'policy/of-a-workspace']);
  const [run] = (JSON.parse(text) as Sarif).runs;
  const descriptors = run.tool.driver.rules;

  test('is as the schema says, for every rule there is', async () => {
    expect(await violationsOf('sarif', text)).toEqual([]);
    expect(descriptors).toHaveLength(rules.length + 1);
  });
  test('begins with the page of the tool', () => {
    expect(run.tool.driver.informationUri).toBe(homepage);
  });
  test('is found by each result', () => {
    for (const { ruleId, ruleIndex } of run.results) expect(descriptors[ruleIndex]?.id).toBe(ruleId);
  });
  test('is only of rules with findings', () => {
    const [{ tool }] = (JSON.parse(sarifOf(['yaml-syntax'])) as Sarif).runs;
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['yaml-syntax']);
  });
  test('of a policy of the workspace is where to read about it', () => {
    const text =
      'A policy of the workspace. `edgewright explain policy/of-a-workspace` says what it asks for.';
    expect(descriptors.find(({ id }) => id.startsWith('policy/'))).toEqual({
      id: 'policy/of-a-workspace',
      shortDescription: { text: 'policy/of-a-workspace' },
      fullDescription: { text },
      help: { text },
    });
  });
  test.each(rules.map((rule) => ({ id: rule.id, rule })))('$id is explained', ({ rule }) => {
    const found = descriptors.find(({ id }) => id === rule.id);
    expect(found).toMatchObject({
      shortDescription: { text: rule.summary },
      fullDescription: { text: rule.why },
      defaultConfiguration: configurationOf(rule),
    });
    for (const part of [...rule.bad.split('\n'), ...rule.good.split('\n')])
      expect(found?.help?.text).toContain(part);
    const page = found?.help?.markdown ?? '';
    const options = rule.options === undefined ? [] : [JSON.stringify(rule.options, undefined, 2)];
    expect(codeOf(page)).toEqual([rule.bad, rule.good, ...options].map((text) => inert(text).trimEnd()));
    for (const part of [rule.summary, rule.why, `- source: docs/api-notes.md#${rule.source}`])
      expect(page).toContain(part);
  });
});

function configurationOf({ severity }: RuleText): unknown {
  if (severity.recommended === 'off') return { enabled: false };
  return { level: { error: 'error', warn: 'warning', info: 'note' }[severity.recommended] };
}

/** The texts of the code blocks, as a reader of the page sees them. */
function codeOf(markdown: string): readonly string[] {
  const blocks = micromark(markdown).matchAll(/<pre><code class="language-yaml">([^<]*)\n<\/code><\/pre>/g);
  const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return [...blocks].map(([, text = '']) =>
    text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => characters[entity] ?? ''),
  );
}

test('each rule links to a page of its own that is shipped, where the settings name the pages', () => {
  const levels = readLevels(rules, lintDefaults, new Map());
  for (const { id } of rules) {
    const { url = '' } = withLinks({ ...finding, rule: id }, levels, {
      docsUrl: 'https://docs.example.com/edgewright/',
    });
    const [, page = ''] = /^https:\/\/docs\.example\.com\/edgewright\/(rules\/.+\.md)$/.exec(url) ?? [];
    expect(readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')).toContain(`\n# ${id}\n`);
    const [run] = (
      JSON.parse(
        lintSarif(resultWith({ ...finding, rule: id, url }), { version: '0', homepage, rules }),
      ) as Sarif
    ).runs;
    expect(run.tool.driver.rules[0]?.helpUri).toBe(url);
    expect(withLinks({ ...finding, rule: id }, levels, {}).url).toBeUndefined();
  }
  expect(
    withLinks({ ...finding, rule: 'policy/mine' }, levels, { docsUrl: 'https://docs.example.com' }).url,
  ).toBeUndefined();
});

const lintDefaults = { preset: 'recommended', rules: new Map(), overrides: [], baseline: '' } as const;

const [finding] = resultOf({
  files: { 'a.yaml': 'a: b\n' },
  diagnostics: [{ rule: 'x', severity: 'error', message: 'x', at: { path: 'a.yaml', text: 'a' } }],
}).diagnostics as readonly [Diagnostic];

function resultWith(diagnostic: Diagnostic): LintResult {
  return { ...resultOf({ files: {}, diagnostics: [] }), diagnostics: [diagnostic] };
}

test('the id of a run tells its kind and its workspace, and no moment', () => {
  const result = resultOf({ files: {}, diagnostics: [] });
  const idOf = (...args: Parameters<typeof lintSarif>): string =>
    (JSON.parse(lintSarif(...args)) as Sarif).runs[0].automationDetails.id;
  const options = { version: '0.0.0', homepage, rules };
  expect(idOf(result, options)).toBe('edgewright/lint/');
  expect(idOf(result, { ...options, folder: 'edges/shop/' })).toBe('edgewright/lint/edges/shop/');
  expect(idOf({ ...result, checked: 'live object' }, options)).toBe('edgewright/lint-live/');
});
