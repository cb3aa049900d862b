/* The files for forges on the pages: those that `init` writes, to the last byte, or audited like them. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { extraFiles } from '../../src/commands/init/extra-files.ts';
import { gitlabInclude } from '../../src/commands/init/templates/gitlab.ts';
import { actionlintOf } from '../commands/init/actionlint.ts';
import { audits } from '../commands/init/audits.ts';
import { workflowFile } from '../commands/init/workflow.ts';
import { asReleased, plainSetting } from '../commands/init/written-files.ts';
import { isUpdating } from '../golden.ts';
import type { Block } from './markdown.ts';
import { ciFiles, readme, withPlace, writePages } from './page.ts';

/** By the first line of a block: a path, and the option that it needs. */
const written: ReadonlyMap<string, string> = new Map(
  [false, true].flatMap((isReviewed) =>
    (['github', 'gitlab', 'gitea'] as const).flatMap((extra) =>
      extraFiles(extra, { ...plainSetting, isReviewed }).map(
        ([file, text]) => [`# ${file}${isReviewed ? ', with --reviewed' : ''}`, text] as const,
      ),
    ),
  ),
);

const expected = ({ text }: Block): string => {
  const [head = ''] = text.split('\n', 1);
  const file = written.get(head);
  return file === undefined ? text : `${head}\n${file}`;
};

if (isUpdating) {
  const last = ciFiles.toReversed();
  writePages(
    last.reduce(
      (whole, block) => whole.slice(0, block.start) + expected(block) + whole.slice(block.end),
      readme,
    ),
  );
}

describe.skipIf(isUpdating).each(withPlace(ciFiles))('%s', (_place, block) => {
  test('is what init writes', async () => {
    expect(block.text).toBe(expected(block));
    if (written.has(block.text.split('\n', 1)[0] ?? '')) return;
    const text = asReleased(block.text);
    expect(await actionlintOf(text, 'page.yaml')).toEqual([]);
    expect(audits.flatMap(({ find }) => find(workflowFile(text)))).toEqual([]);
  });
});

test('each file is on a page, and the reviewed variants that differ', () => {
  const heads = new Set(ciFiles.map(({ text }) => text.split('\n', 1)[0]));
  const differing = [...written].filter(
    ([head, text]) => !head.includes(', with') || written.get(head.replace(', with --reviewed', '')) !== text,
  );
  expect(differing.map(([head]) => head).filter((head) => !heads.has(head))).toEqual([]);
  expect(parse(gitlabInclude)).toEqual({ include: [{ local: '.gitlab/edgewright.yml' }] });
});
