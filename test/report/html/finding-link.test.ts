/* A finding on the page of a plan links to the pages of its rule and of its field where `lint.docs_url` is set. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sourceLink } from '../../../src/report/findings/source-link.ts';
import { findingView } from '../../../src/report/page/step-html.ts';
import { playCommand } from '../../scenarios/play-command.ts';
import { onStage, playStep } from '../../scenarios/play-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';

const docs = 'https://git.example.com/edgewright/blob/main/docs';
const cases = path.join(import.meta.dirname, '../../scenarios/cases');

test.each([
  ['', []],
  [
    `lint: { docs_url: ${docs} }\n`,
    [
      `${docs}/rules/structure/module-removed.md`,
      `${docs}/reference/https-route.md`,
      `${docs}/rules/circuit-breaker/cb-volume-threshold-missing.md`,
      `${docs}/reference/https-route.md#circuit_breaker`,
      `${docs}/rules/reference/unused-id.md`,
      `${docs}/reference/settings.md#environmentids`,
    ],
  ],
])('the data of the page, with %j in edgewright.yaml', async (setting, links) => {
  const scenario = parse(readFileSync(path.join(cases, 'plan/three-steps.yaml'), 'utf8')) as Scenario;
  const settings = `${scenario.files?.['edgewright.yaml'] ?? ''}${setting}`;
  const files = { ...scenario.files, 'edgewright.yaml': settings };
  await onStage({ ...scenario, files }, async (stage) => {
    for (const step of scenario.steps.slice(0, 4)) await playStep(stage, step);
    const { stdout } = await playCommand(stage, {}, 'plan --format html');
    expect([...new Set(stdout.match(/https:\/\/git\.example\.com[^"\\]*/g))]).toEqual(links);
  });
});

const finding = {
  severity: 'warn',
  rule: 'route-unprotected',
  message: 'anyone can reach it',
  at: { file: 'resources/shop.yaml', line: 2, column: 1 },
} as const;

test('the finding itself', () => {
  const url = `${docs}/rules/route/route-unprotected.md`;
  const reference = `${docs}/reference/https-route.md`;
  const shown = (more: { readonly url?: string; readonly reference?: string }): string =>
    JSON.stringify(findingView({ ...finding, ...more }, sourceLink(undefined)));
  const linkTo = (href: string): string => JSON.stringify({ href, rel: 'noopener noreferrer' });
  expect(shown({ url })).toContain(linkTo(url));
  expect(shown({ reference })).toContain(linkTo(reference));
  expect(shown({})).not.toContain('href');
});
