/* The workflows that `init` writes: read by actionlint, and audited with the list of zizmor. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ownAction, pinningNote } from '../../../src/commands/init/templates/github-steps.ts';
import { actionlintOf } from './actionlint.ts';
import { audits, flawless } from './audits.ts';
import { workflowFile } from './workflow.ts';
import { settings, writtenFiles } from './written-files.ts';
import { share } from '../../runs.ts';

const schema = readFileSync(path.join(import.meta.dirname, '../../docs/schemas/gitlab-ci.json'), 'utf8');
const isPipeline = new Ajv({ strict: false, logger: false }).compile(JSON.parse(schema) as object);

const found = (text: string): readonly string[] =>
  audits.flatMap(({ id, find }) => find(workflowFile(text)).map((what) => `${id}: ${what}`));

describe.each(share(settings))('for %s', (_is, setting) => {
  test.each([...writtenFiles('github', setting)])('%s', async (file, text) => {
    expect(await actionlintOf(text, file)).toEqual([]);
    expect(found(text)).toEqual([]);
  });

  test.each([...writtenFiles('gitea', setting)])('%s', async (file, text) => {
    expect(await actionlintOf(text.replaceAll('uses: https://github.com/', 'uses: '), file)).toEqual([]);
    // Secrets have no environments on Gitea and Forgejo.
    expect(found(text).filter((each) => !each.startsWith('secrets-outside-env: '))).toEqual([]);
  });

  test('.gitlab/edgewright.yml', () => {
    const [pipeline = ''] = writtenFiles('gitlab', setting).values();
    isPipeline(parse(pipeline));
    expect(isPipeline.errors).toBeNull();
  });
});

describe('an audit', () => {
  test('finds nothing in a flawless workflow, which actionlint takes, too', async () => {
    expect(found(flawless)).toEqual([]);
    expect(await actionlintOf(flawless, 'good.yaml')).toEqual([]);
  });

  test.each(audits.map(({ id, plant }) => [id, plant] as const))(
    '%s finds its mistake, and no other does',
    (id, [good, bad]) => {
      expect(flawless).toContain(good);
      const ids = found(flawless.replace(good, bad)).map((each) => each.replace(/: .*/s, ''));
      expect([...new Set(ids)].filter((each) => !(also[id] ?? []).includes(each))).toEqual([id]);
    },
  );

  test('actionlint finds mistakes', async () => {
    const bad = flawless.replace('runs-on: ubuntu-latest', 'run-on: ubuntu-latest');
    expect(await actionlintOf(bad, 'bad.yaml')).not.toEqual([]);
  });
});

/** Mistakes that one cannot make without another one. */
const also: Readonly<Record<string, readonly string[]>> = {
  'unpinned-uses': ['artipacked'],
  obfuscation: ['ref-version-mismatch', 'artipacked'],
  'bot-conditions': [],
};

test.each(settings)('the comment of a plan is told the folder, for %s', (_is, setting) => {
  const text = writtenFiles('github', setting).get('.github/workflows/edgewright-comment.yaml') ?? '';
  const step = [...workflowFile(text).jobs].flatMap(([, { steps = [] }]) => steps).at(-1);
  expect(step?.with?.['mode']).toBe('comment');
  expect(step?.with?.['workspace'] ?? '').toBe(setting.folder);
});

test('our action is pinned by the commit of a release, and by its tag with a note in other builds', () => {
  const commit = 'a'.repeat(40);
  expect(ownAction('', commit)).toMatch(new RegExp(`^edgewright/edgewright@${commit} # v\\d`));
  expect(pinningNote(commit)).toBe('');
  expect(ownAction()).toMatch(/^edgewright\/edgewright@v\d/);
  expect(pinningNote()).toContain('Pin edgewright/edgewright');
});
