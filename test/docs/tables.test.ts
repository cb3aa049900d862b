import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../../src/model/exit-codes.ts';
import { stepActions } from '../../src/model/plan/step.ts';
import { parseExpression } from '../../src/workspace/syntax.ts';
import { corpus } from '../exposure/corpus-cases.ts';
import { isUpdating } from '../golden.ts';
import { foldersOfSource, withDerivedCells } from './derived-tables.ts';
import { tableOf } from './markdown.ts';
import { nounsOfModel, variablesOfSource } from './names-of-source.ts';
import { readme, repository, writePages } from './page.ts';

describe('the tables', () => {
  test('exit codes are those of the program', () => {
    const codes = tableOf(readme, 'code').rows.map(([code]) => Number(code));
    expect(codes).toEqual([...Object.values(exitCodes)].sort((a, b) => a - b));
  });

  test('cells that follow from data are what they follow from: capabilities, commands, formats, imports', () => {
    const derived = withDerivedCells(readme);
    if (isUpdating) writePages(derived);
    else expect(derived).toBe(readme);
  });

  test('figures are those of what was measured', () => {
    const { weakenings, rewrites, tightenings } = corpus;
    const { passes, refused } = yamlOf('test/exposure/known-gaps.yaml');
    const { mutations } = yamlOf('test/lint/traffic-policy/mutations.yaml');
    const kept = weakenings.length - (passes?.length ?? 0);
    const harmless = rewrites.length + tightenings.length;
    const opening = `${kept} of ${weakenings.length} changes that let someone in are refused`;
    expect(readme).toContain(`- ${opening}; of ${harmless} harmless ones, ${refused?.length} are: `);
    const mistakes = `${mutations?.length} of ${mutations?.length} mistakes in traffic policies are found`;
    expect(readme).toContain(`- ${mistakes}: `);
  });

  test('folders are those of the sources', () => {
    const rows = tableOf(readme, 'folder').rows;
    expect(rows.map(([folder]) => folder)).toEqual(foldersOfSource().map((folder) => `\`src/${folder}/\``));
  });

  test('steps are those of a plan', () => {
    const steps = tableOf(readme, 'step').rows.map(([step = '']) => plain(step));
    expect(steps.sort()).toEqual([...stepActions].sort());
  });

  test('approvals are those that a file may hold', () => {
    const allowances = tableOf(readme, '`allow`').rows.map(([allow = '']) => plain(allow));
    const schema = readFileSync(path.join(repository, 'schemas/resource.schema.json'), 'utf8');
    const { allow } = JSON.parse(schema).definitions['document.approval'].properties;
    expect(allowances).toEqual(allow.enum);
  });

  test('expressions are those of the language', () => {
    const written = tableOf(readme, 'expression').rows.map(([expression = '']) => plain(expression));
    const types = written.map((text) => parseExpression(text).pieces.map(({ type }) => type));
    expect(types).toEqual([['variable'], ['variable'], ['secret'], ['file'], ['text']]);
  });

  test('words have the types that they name', () => {
    const types = tableOf(readme, 'word').rows.map(([, , type = '']) => plain(type));
    expect(types.filter((type) => !nounsOfModel().has(type))).toEqual([]);
  });

  test('variables are those that the program reads', () => {
    const page = readFileSync(path.join(repository, 'docs/reference/variables.md'), 'utf8');
    const cells = [...page.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
    const listed = cells.flatMap((cell) => cell.match(/(?<=`)[A-Z][A-Z0-9_]+/g) ?? []);
    const ofSource = [...variablesOfSource()];
    expect(listed.filter((name, at) => listed.indexOf(name) !== at && !name.endsWith('_'))).toEqual([]);
    // A prefix of the sources stands for the names that begin with it.
    expect(ofSource.filter((name) => !listed.some((each) => each === name || isPart(name, each)))).toEqual(
      [],
    );
    const unread = listed.filter((name) => !ofSource.some((each) => each === name || isPart(each, name)));
    expect(unread).toEqual(['NODE_EXTRA_CA_CERTS']);
  });
});

function plain(cell: string): string {
  return cell.replaceAll('`', '');
}

function isPart(prefix: string, name: string): boolean {
  return prefix.endsWith('_') && name.startsWith(prefix);
}

function yamlOf(file: string): Readonly<Record<string, readonly unknown[]>> {
  return parse(readFileSync(path.join(repository, file), 'utf8')) as Record<string, readonly unknown[]>;
}
