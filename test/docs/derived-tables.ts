import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { kindNames, kinds } from '../../src/kinds/index.ts';
import type { Operations } from '../../src/kinds/operation.ts';
import { exitCodes } from '../../src/model/exit-codes.ts';
import { exitNames, exitWords } from '../../src/run/cli/exit-words.ts';
import { lintFormats } from '../../src/run/lint/lint-formats.ts';
import { commandsPage } from './commands-page.ts';
import { drawingOfRooms } from './rooms.ts';

const repository = path.join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

interface ImportRule {
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly pathNot?: string | readonly string[] };
}

/** What a folder of src/ may import besides itself, as .dependency-cruiser.cjs enforces it. */
function importsOf(folder: string): string {
  const { forbidden } = require(path.join(repository, '.dependency-cruiser.cjs')) as {
    readonly forbidden: readonly ImportRule[];
  };
  const rule = forbidden.find(({ from }) => from.path === `^src/${folder}/`);
  if (rule === undefined) return 'everything but `package`';
  const named = (patterns: readonly string[]): string =>
    patterns
      .flatMap(expanded)
      .filter((name) => name !== folder)
      .map((name) => `\`${name}\``)
      .join(', ');
  const { path: not = '', pathNot } = rule.to;
  if (pathNot === undefined) return `everything but ${named([not])}`;
  return named([pathNot].flat()) || 'nothing';
}

/** `^src/workspace/(syntax|position)` is two names. */
function expanded(pattern: string): readonly string[] {
  const inner = /\(([^()]*)\)/.exec(pattern);
  if (inner === null) return [pattern.replace(/^\^src\//, '').replace(/(\/|\\\.(?:ts)?|\$)+$/, '')];
  return (inner[1] ?? '').split('|').flatMap((choice) => expanded(pattern.replace(inner[0], choice)));
}

export function foldersOfSource(): readonly string[] {
  return readdirSync(path.join(repository, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const operations: readonly (keyof Operations)[] = ['create', 'get', 'list', 'update', 'delete'];

/** The rows of the capability table: what the API offers for each kind. */
function capabilityRows(): readonly (readonly string[])[] {
  return kindNames.map((kind) => [
    `\`${kind}\``,
    ...operations.map((name) => {
      const operation = kinds[kind].operations[name];
      return operation === undefined ? '**no**' : `\`${operation.method} ${operation.path}\``;
    }),
  ]);
}

/** The rows of the table of formats of lint. */
function formatRows(): readonly string[] {
  return Object.entries(lintFormats).map(([name, { doc }]) => `| \`${name}\` | ${doc} |\n`);
}

/** The rows of the table of exit codes. */
function exitRows(): readonly string[] {
  return exitNames.map((name) => {
    const { meaning, next } = exitWords[name];
    return `| ${exitCodes[name]} | ${meaning} | ${next} |\n`;
  });
}

/** The page with the cells that follow from data written again. */
export function withDerivedCells(markdown: string): string {
  const capabilities = capabilityRows().map((cells) => `| ${cells.join(' | ')} |\n`);
  return markdown
    .replace(
      /(\| kind \| create \|.*\n\|[-|]+\n)(?:\|.*\n)*/,
      (_all, head: string) => `${head}${capabilities.join('')}`,
    )
    .replace(
      /(\| format \| for \|\n\|[-|]+\n)(?:\|.*\n)*/,
      (_all, head: string) => `${head}${formatRows().join('')}`,
    )
    .replace(
      /(\| code \| meaning \| next step \|\n\|[-|]+\n)(?:\|.*\n)*/,
      (_all, head: string) => `${head}${exitRows().join('')}`,
    )
    .replace(
      /(<!-- page docs\/reference\/commands\.md -->\n)[\s\S]*?(?=<!-- page )/,
      (_all, title: string) => title + commandsPage(),
    )
    .replaceAll(
      /^(\| `src\/([\w-]+)\/` \|[^|]*\| `(?!src\/)[^|]*\|).*$/gm,
      (_all, row: string, folder: string) => `${row} ${importsOf(folder)} |`,
    )
    .replace(/```mermaid\n[\s\S]*?```\n/, `\`\`\`mermaid\n${drawingOfRooms()}\`\`\`\n`);
}
