import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toldPages } from '../../docs/site/told-pages.mjs';
import { blocksOf, type Block } from './markdown.ts';
import { fileOf } from './story.ts';

export const repository = path.join(import.meta.dirname, '../..');

/** Guides: each is a story of its own (test/docs/guides). */
export const guides = [
  'docs/tutorial.md',
  'docs/import.md',
  'docs/disaster-recovery.md',
  'docs/secrets.md',
  'docs/atlantis.md',
  'docs/teams.md',
  'docs/environments.md',
  'docs/comparison.md',
];

/** Recipes: each is a story of its own (test/docs/recipes.test.ts). */
export const recipes = readdirSync(path.join(repository, 'docs/recipes'))
  .filter((name) => name !== 'README.md')
  .map((name) => `docs/recipes/${name}`);

/** Its blocks are run by test/docs/guides/operate.prove.ts. */
const operate = 'docs/operate.md';

/** Its blocks are run by test/dev/page.prove.ts, beside `dev` itself. */
const dev = 'docs/dev.md';

/** A page of the manual, and where its text begins in the whole. */
interface Page {
  readonly name: string;
  readonly text: string;
  readonly start: number;
}

const title = (name: string): string => `<!-- page ${name} -->\n`;

const oneText = (names: readonly string[]): string =>
  names.map((name) => title(name) + readFileSync(path.join(repository, name), 'utf8')).join('');

/** The pages of the story as one text, each under a comment that names it. */
export const told = oneText(toldPages);

const others = [...guides, ...recipes, operate, dev];

/** All pages, the guides at the end. */
export const readme = told + oneText(others);

export const manual: readonly Page[] = [...toldPages, ...others].map((name) => {
  const start = readme.indexOf(title(name)) + title(name).length;
  const next = readme.indexOf('<!-- page ', start);
  return { name, text: readme.slice(start, next === -1 ? undefined : next), start };
});

/** Writes the pages that differ in a text that was made of the whole. */
export function writePages(whole: string): void {
  for (const part of whole.split('<!-- page ').slice(1)) {
    const [, name = '', text = ''] = /^(\S+) -->\n([\s\S]*)$/.exec(part) ?? [];
    if (!readme.includes(part)) writeFileSync(path.join(repository, name), text);
  }
}

/** `docs/plan.md:12`, for a place in the whole. */
function placeOf(offset: number): string {
  const page = manual.findLast(({ start }) => start <= offset);
  if (page === undefined) throw new Error(`no page has offset ${offset}`);
  return `${page.name}:${readme.slice(page.start, offset).split('\n').length}`;
}

/** The blocks of the pages of the story, and which test runs them. */
export const blocks = blocksOf(told);
const isOfForge = (block: Block): boolean => /^\.(?:github|gitlab|gitea)\b/.test(fileOf(block)?.file ?? '');
const isHookSetting = (block: Block): boolean => fileOf(block)?.file === '.pre-commit-config.yaml';
export const consoles = blocks.filter(({ language }) => language === 'console');
export const workspaceFiles = blocks.filter(
  (block) => block.language === 'yaml' && !isOfForge(block) && !isHookSetting(block),
);
export const hookSettings = blocks.filter((block) => block.language === 'yaml' && isHookSetting(block));
export const lintStaged = blocks.filter(({ language }) => language === 'js');
/** Their words are compared with `init` and tried in a language server (test/lsp/yaml-language-server.test.ts). */
export const editorSettings = blocks.filter(({ language }) => language === 'json' || language === 'lua');
/** Compared with the files of `init` in test/docs/ci-files.test.ts. */
export const ciFiles = blocks.filter((block) => block.language === 'yaml' && isOfForge(block));
export const hooks = blocks.filter(({ language, text }) => language === 'sh' && text.startsWith('#!'));
export const setUps = blocks.filter(({ language, text }) => language === 'sh' && !text.startsWith('#!'));
const isRule = ({ text }: Block): boolean => text.includes('// src/lint/rules/');
export const ruleBlocks = blocks.filter((block) => block.language === 'ts' && isRule(block));
/** Run in test/package/installed.prove.ts. */
export const libraryBlocks = blocks.filter((block) => block.language === 'ts' && !isRule(block));
/** Run in test/ledger/postgres/connection.prove.ts. */
export const statements = blocks.filter(({ language }) => language === 'sql');
/** A drawing of the rooms is compared with the imports in test/docs/tables.test.ts. */
export const drawings = blocks.filter(({ language }) => language === 'mermaid');
export const pictures = blocks.filter(({ language }) => language === 'text');
export const directives = blocks.filter(({ language }) => language === 'directive');

/** For `test.each`: the place says which block failed. */
export function withPlace(these: readonly Block[]): readonly (readonly [string, Block])[] {
  return these.map((block) => [placeOf(block.start), block]);
}
