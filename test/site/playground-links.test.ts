/*
 * "Open in the playground" below blocks of YAML: each block has a link or a reason, and each link opens, with the block
 * as a file in which lint finds what the page says.
 */
import { describe, expect, test } from 'vitest';
import { answers } from '../../docs/site/playground/answers.ts';
import { checkFiles } from '../../docs/site/playground/engine.ts';
import { examples } from '../../docs/site/playground/examples.mjs';
import { fromHash } from '../../docs/site/playground/state.ts';
import { sitePages } from '../../docs/site/pages.mjs';
import { openedBlocks, reasonsWithoutLink, withPlaygroundLinks } from '../../docs/site/playground-links.mjs';
import type { Diagnostic } from '../../src/model/diagnostic.ts';

const pages = sitePages();
const opened = openedBlocks(pages);
const linked = await withPlaygroundLinks(pages, '/base/');

/** Each block of YAML with the link below it. */
const blocks = linked.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /^```yaml\n([^]*?)^```$\n(?:\n<p class="play"><a href="\/base\/playground\/index\.html(#.*?)")?/gm,
    ),
  ].map(([, block = '', hash], at) => ({ file, block, hash, without: opened.get(file)?.[at]?.without })),
);
const links = blocks.flatMap(({ hash, ...block }) => (hash === undefined ? [] : [{ ...block, hash }]));

interface Opened {
  readonly files: Readonly<Record<string, string>>;
  readonly open: string;
  readonly findings: readonly Diagnostic[];
}

async function openedBy(hash: string): Promise<Opened | string> {
  const read = await fromHash(hash, examples);
  if (read === undefined || 'problem' in read) return read?.problem ?? 'no link';
  const { files, live, open } = read.state;
  const applied =
    Object.keys(live).length === 0 ? undefined : await checkFiles(new Map(Object.entries(live)));
  if (applied !== undefined && ('failure' in applied || applied.findings.some(isError)))
    return 'what was applied before has errors';
  const checked = await checkFiles(new Map(Object.entries(files)));
  return 'failure' in checked ? checked.failure : { files, open, findings: checked.findings };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** What is wrong with what a link opens. */
async function problemOf({ file, block, hash }: (typeof links)[number]): Promise<string | undefined> {
  const read = await openedBy(hash);
  if (typeof read === 'string') return read;
  const { files, open, findings } = read;
  const text = Object.values(files).join('\n');
  // Some begin with another file, show a character by its number, or are a part of a whole one.
  const shown = block.replaceAll('<your-lineage>', 'your-own');
  const parts = shown
    .replaceAll(/^# file: .*$/gm, '\0')
    .split(/\0\n?|\\u\{feff\}|^kind: .*\nname: .*\nspec:\n/m);
  if (!Object.hasOwn(files, open) || !parts.every((part) => text.includes(part)))
    return 'is not in its files';
  const errors = findings.filter(isError).map(({ rule, message }) => `${rule}: ${message}`);
  const [, rule] = /^docs\/rules\/.*\/(.*)\.md$/.exec(file) ?? [];
  if (rule === undefined) {
    const isWrong = /^# \S+, /.test(block);
    if (isWrong) return errors.length > 0 ? undefined : 'has no error, which the page shows';
    return errors.length === 0 ? undefined : errors.join('; ');
  }
  const isFound = findings.some((found) => found.rule === rule);
  const isWrong = block === opened.get(file)?.[0]?.block;
  const others = errors.filter((error) => !isWrong || !error.startsWith(`${rule}: `));
  if (isFound !== isWrong) return isWrong ? `has no finding of ${rule}` : `has a finding of ${rule}`;
  return others.length > 0 ? others.join('; ') : undefined;
}

describe('a link to the playground', () => {
  test('is below each block of YAML, but for those with a reason', () => {
    const astray = blocks.filter(({ hash, without }) => (hash === undefined) === (without === undefined));
    expect(astray).toEqual([]);
    const counts = Object.keys(reasonsWithoutLink).map((reason) => [
      reason,
      blocks.filter(({ without }) => without === reason).length,
    ]);
    expect(Object.fromEntries(counts)).toEqual({ 'other-program': 5, dev: 2, 'more-than-files': 30 });
    expect(links.length).toBeGreaterThanOrEqual(679);
  });

  test('opens the files of the page, in which lint finds what the page says', async () => {
    const astray: string[] = [];
    for (const link of links) {
      const problem = await problemOf(link);
      if (problem !== undefined) astray.push(`${link.file}: ${problem}\n${link.block}`);
    }
    expect(astray).toEqual([]);
  });

  test('plans what the page prints below the block', async () => {
    const told = linked.flatMap(({ file, text }) =>
      [...text.matchAll(/index\.html(#[^"]*)"((?:(?!^```yaml$)[^])*?)^(Plan for (\S+): .*)$/gm)].flatMap(
        ([, hash = '', between = '', headline = '', environment = '']) =>
          /edgewright apply(?!.*# exit)|^<!-- run (?:rm|sed) /m.test(between)
            ? []
            : [{ file, hash, headline, environment }],
      ),
    );
    const others: string[] = [];
    for (const { file, hash, headline, environment } of told) {
      const read = await fromHash(hash, examples);
      if (read === undefined || 'problem' in read) throw new Error(read?.problem);
      const { files, live } = read.state;
      const made = await answers.report({ files, live, environment, columns: 100, showsRequests: false });
      if (made.headline !== headline) others.push(file);
    }
    expect(told.length).toBeGreaterThanOrEqual(14);
    // Each secret has a value in the playground; the page shows the refusal without one.
    expect(others).toEqual(['docs/secrets.md']);
  });
});
