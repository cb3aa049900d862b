/* Findings at a field link to its heading in the reference, where the settings name the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../src/lint/rules.ts';
import { slugOf } from '../../docs/site/pages.mjs';
import { findingsIn } from './rule-cases.ts';
import { filesIn } from './workspace-of.ts';

const docs = 'https://docs.example.com/edgewright';

function linksOf(id: string): readonly (string | undefined)[] {
  const rule = rules.find((other) => other.id === id);
  if (rule === undefined) throw new Error(`there is no rule ${id}`);
  const files = { 'edgewright.yaml': `lint: { docs_url: ${docs} }\n`, ...filesIn(rule.bad) };
  return findingsIn(rule, rules, {}, files)
    .filter((finding) => finding.rule === id)
    .map(({ reference }) => reference?.replace(`${docs}/reference/`, ''));
}

test.each([
  ['cb-num-buckets-zero', 'https-route.md#https-routecircuit_breakernum_buckets'],
  ['cb-volume-threshold-missing', 'https-route.md#circuit_breaker'],
  ['invalid-enum', 'https-route.md#https-routematch_type'],
  ['endpoint-url-required', 'endpoint.md'],
  ['misplaced-field', 'https-route.md#saml'],
  ['approval-without-reason', undefined],
])('%s: %s', (id, link) => {
  expect(linksOf(id)).toEqual([link]);
});

test('every link of a finding leads to a heading', () => {
  const links = rules.flatMap(({ id }) => linksOf(id).flatMap((link) => link ?? []));
  expect(links.length).toBeGreaterThan(150);
  const astray = links.filter((link) => {
    const [page = '', anchor] = link.split('#');
    const text = readFileSync(path.join(import.meta.dirname, '../../docs/reference', page), 'utf8');
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(astray).toEqual([]);
});
