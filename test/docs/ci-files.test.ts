/*
 * docs/pipelines has the files for forges that `init` writes, to the last byte; those on pages are audited like them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { extraFiles } from '../../src/run/jobs/extra-files.ts';
import { actionlintOf } from '../commands/init/actionlint.ts';
import { audits } from '../commands/init/audits.ts';
import { workflowFile } from '../commands/init/workflow.ts';
import { plainSetting } from '../commands/init/written-files.ts';
import { isUpdating } from '../golden.ts';
import { ciFiles, repository, withPlace } from './page.ts';

const folder = path.join(repository, 'docs/pipelines');

/** The ends of the names of files that an option changes: `--reviewed`, `--send-tests`. */
const variants = [
  ['-reviewed', { isReviewed: true }],
  ['-send-tests', { sendsTests: true }],
] as const;

/** By its path in docs/pipelines: `github/edgewright-apply-reviewed.yaml`. */
const written: ReadonlyMap<string, string> = new Map(
  (['github', 'gitlab', 'gitea'] as const).flatMap((forge) => {
    const plain = new Map(extraFiles(forge, plainSetting));
    const differing = variants.flatMap(([variant, setting]) =>
      extraFiles(forge, { ...plainSetting, ...setting })
        .filter(([file, text]) => plain.get(file) !== text)
        .map(([file, text]) => [nameIn(forge, file, variant), text] as const),
    );
    return [...[...plain].map(([file, text]) => [nameIn(forge, file, ''), text] as const), ...differing];
  }),
);

function nameIn(forge: string, file: string, variant: string): string {
  const { name, ext } = path.posix.parse(file);
  return `${forge}/${name}${variant}${ext}`;
}

if (isUpdating)
  for (const [name, text] of written) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }

test('the pipelines are those that init writes', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ya?ml$/.test(name),
  );
  const texts = files.map(
    (name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name), 'utf8')] as const,
  );
  expect(new Map(texts)).toEqual(written);
});

test('each pipeline is linked from the page of its forge', () => {
  const unlinked = [...written.keys()].filter((name) => {
    const page = `docs/ci-${path.posix.dirname(name)}.md`;
    return !readFileSync(path.join(repository, page), 'utf8').includes(`](pipelines/${name})`);
  });
  expect(unlinked).toEqual([]);
});

test.each(withPlace(ciFiles))('%s: has no mistakes and no finding of an audit', async (_place, { text }) => {
  expect(await actionlintOf(text, 'page.yaml')).toEqual([]);
  expect(audits.flatMap(({ find }) => find(workflowFile(text)))).toEqual([]);
});
