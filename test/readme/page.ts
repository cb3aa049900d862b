import { readFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, type Block } from './markdown.ts';
import { fileOf } from './story.ts';

export const repository = path.join(import.meta.dirname, '../..');
export const file = path.join(repository, 'README.md');
export const readme = readFileSync(file, 'utf8');

/** The blocks of the page, and which test runs them. */
export const blocks = blocksOf(readme);
const isWorkflow = (block: Block): boolean => fileOf(block)?.file.startsWith('.github/') ?? false;
const isHookSetting = (block: Block): boolean => fileOf(block)?.file === '.pre-commit-config.yaml';
export const consoles = blocks.filter(({ language }) => language === 'console');
export const workspaceFiles = blocks.filter(
  (block) => block.language === 'yaml' && !isWorkflow(block) && !isHookSetting(block),
);
export const hookSettings = blocks.filter((block) => block.language === 'yaml' && isHookSetting(block));
export const lintStaged = blocks.filter(({ language }) => language === 'js');
/** Their words are compared with `init` and tried in a language server (test/lsp/yaml-language-server.test.ts). */
export const editorSettings = blocks.filter(({ language }) => language === 'json' || language === 'lua');
export const workflows = blocks.filter((block) => block.language === 'yaml' && isWorkflow(block));
export const hooks = blocks.filter(({ language, text }) => language === 'sh' && text.startsWith('#!'));
export const setUps = blocks.filter(({ language, text }) => language === 'sh' && !text.startsWith('#!'));
export const ruleBlocks = blocks.filter(({ language }) => language === 'ts');
export const pictures = blocks.filter(({ language }) => language === 'text');
export const directives = blocks.filter(({ language }) => language === 'directive');

/** For `test.each`: the line says which block failed. */
export function withLine(these: readonly Block[]): readonly (readonly [number, Block])[] {
  return these.map((block) => [block.line, block]);
}
