/* The workflows that `init` writes: read by actionlint, and audited with the list of zizmor. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { extras, isReviewedIn, sendsTestsIn } from '../../../src/run/jobs/extra-files.ts';
import {
  ownAction,
  ownPackage,
  readSource,
  sourceIn,
  sourceOfBuild,
} from '../../../src/run/jobs/package-source.ts';
import { actionlintOf } from './actionlint.ts';
import { audits, flawless } from './audits.ts';
import { workflowFile } from './workflow.ts';
import { plainSetting, settings, writtenFiles } from './written-files.ts';
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

  test.each(['github', 'gitlab'] as const)(
    'an update reads the source and the review from the jobs for %s',
    (extra) => {
      const named = { ...setting, environments: ['app-review', 'production'] };
      const text = [...writtenFiles(extra, named).values()].join('\n');
      expect(isReviewedIn(text)).toBe(setting.isReviewed);
      expect(sendsTestsIn(text)).toBe(setting.sendsTests);
      expect(sourceIn(text)?.tarball).toBe(setting.source?.tarball);
      expect(sourceIn(text.replaceAll('\n', '\r\n'))?.tarball).toBe(setting.source?.tarball);
    },
  );
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

const commit = 'a'.repeat(40);

test('a release pins its own commit', () => {
  const source = sourceOfBuild(commit);
  expect(ownAction(source, 'github')).toMatch(new RegExp(`^edgewright/edgewright@${commit} # v\\d`));
  expect(ownAction(source, 'gitea')).toMatch(
    new RegExp(`^https://github.com/edgewright/edgewright@${commit} # v`),
  );
  expect(ownPackage(source, 'gitlab')).toBe(
    `https://github.com/edgewright/edgewright/archive/${commit}.tar.gz`,
  );
  expect(sourceOfBuild()).toBeUndefined();
});

test.each([
  [`ours/tool@${commit}`, `ours/tool@${commit}`, `https://github.com/ours/tool@${commit}`],
  [`https://github.com/ours/tool@${commit}`, `ours/tool@${commit}`, `https://github.com/ours/tool@${commit}`],
  [`https://git.example/ours/tool@${commit}`, undefined, `https://git.example/ours/tool@${commit}`],
  [`https://git.example/ours/tool/-/archive/${commit}/tool.tar.gz`, undefined, undefined],
])('the action of the source %s', (given, onGithub, onGitea) => {
  const source = readSource(given);
  const actionOn = (forge: 'github' | 'gitea') => (): string => ownAction(source, forge);
  if (onGithub === undefined) expect(actionOn('github')).toThrow('requires a `--source` that is an action');
  else expect(actionOn('github')()).toBe(onGithub);
  if (onGitea === undefined) expect(actionOn('gitea')).toThrow('requires a `--source` that is an action');
  else expect(actionOn('gitea')()).toBe(onGitea);
});

test.each([
  'edgewright',
  'edgewright@0.1.0',
  'ours/tool@v1',
  `ours/tool@${'a'.repeat(39)}`,
  `http://git.example/ours/tool@${commit}`,
  'https://git.example/tool.tgz',
  `https://git.example/tool.tgz?x=${commit}`,
  `https://me:secret@git.example/${commit}.tgz`,
  `https://git.example/$(id)/${commit}.tgz`,
  `https://git.example/${commit}.tgz'`,
])('%s is not a source', (given) => {
  expect(() => readSource(given)).toThrow('hexadecimal digits');
});

describe.each(extras)('no file of %s names anything of ours that could be registered', (extra) => {
  test.each(settings)('for %s', (_is, setting) => {
    // `npx --no` runs what is installed, and installs nothing.
    const installs = [...writtenFiles(extra, setting).values()].flatMap((text) =>
      text
        .split('\n')
        .filter((line) => /\buses:|npm |npx (?!--no )|dependencies:|image:|"recommendations"/.test(line)),
    );
    const known =
      /uses: \S+@[0-9a-f]{40}(?: |$)|https:\/\/\S+[0-9a-f]{40}\.tar\.gz|image: node:24$|\["redhat\.vscode-yaml"\]/;
    expect(installs.filter((line) => !known.test(line))).toEqual([]);
  });

  test('without a source', () => {
    const write = (): unknown => writtenFiles(extra, { ...plainSetting, source: undefined });
    if (['husky', 'vscode', 'codeowners'].includes(extra)) expect(write).not.toThrow();
    else expect(write).toThrow(`--with ${extra} requires \`--source\``);
  });
});
