/** Rules of the sources: an exported name is unique, no folder has too many files, few read the process. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Names that several files export on purpose, each with the reason. */
const shared: Readonly<Record<string, string>> = {
  main: 'the two entries of the program',
  run: 'the two entries of the program',
};

const mostFiles = 21;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('src', file.split(path.sep).join('/')))
  .filter((file) => file.endsWith('.ts'));

test('an exported name is exported by one file', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of exportsOf(file)) homes.set(name, (homes.get(name) ?? new Set()).add(file));
  const several = [...homes].filter(([name, of]) => of.size > 1 && !Object.hasOwn(shared, name));
  expect(several.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([]);
});

test('a folder has about twenty files, or subfolders', () => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > mostFiles)).toEqual([]);
});

test('a comment is at most 120 wide', () => {
  // What a scenario records of a file is indented.
  const written = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:[cm]?[jt]s|css|sh|ya?ml)$|^\.ci\//.test(file))
    .filter((file) => !/\.gen\.|^test\/scenarios\//.test(file) && existsSync(file));
  expect(written.length).toBeGreaterThan(2000);
  const wide = written.flatMap((file) => {
    const begin = /\.(?:sh|ya?ml)$|^\.ci\//.test(file) ? /^\s*# / : /^\s*(?:\/\*|\*|\/\/)/;
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 120 && begin.test(line) ? [`${file}:${index + 1}`] : []));
  });
  expect(wide).toEqual([]);
});

function exportsOf(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
    const { name } = statement as { readonly name?: ts.Identifier };
    return name === undefined ? [] : [name.text];
  });
}

function isExported(statement: ts.Statement): boolean {
  const kinds = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).map(({ kind }) => kind)
    : [];
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** The tables of `kinds` and the nouns of `model` are named after what they are, a verb after what people type. */
const named = /^src\/(?:commands|kinds|model)\/|\/(?:index|main)\.ts$/;

test('a file has a name of its own, unless its folder is its subject', () => {
  const homes = new Map<string, string[]>();
  for (const file of files.filter((each) => !named.test(each))) {
    const name = path.posix.basename(file);
    homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  expect([...homes.values()].filter((of) => of.length > 1)).toEqual([]);
});

/** A type named by what was done, or by where it stands, does not tell in a hover what it holds. */
const nameless =
  /^(?:[A-Z][a-z]*(?:ed|en|ing)|About|Done|Found|Given|Held|Here|Kept|Known|Left|Lost|Made|Met|Now|Read|Said|Seen|Sent|Set|Shown|Then|There|Told)$/;

/** Nouns of the field that end like participles. */
const nouns = new Set([
  'Binding',
  'Desired',
  'Finding',
  'Listing',
  'Opening',
  'Planning',
  'Reading',
  'Routing',
  'Setting',
]);

test('a type is named by a noun', () => {
  const types = files.flatMap((file) =>
    ts
      .createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
      .statements.filter(
        (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
      )
      .map(({ name }) => `${file}: ${name.text}`),
  );
  expect(types.length).toBeGreaterThan(1_000);
  expect(types.filter((type) => nameless.test(nameOf(type)) && !nouns.has(nameOf(type)))).toEqual([]);
});

function nameOf(type: string): string {
  return type.slice(type.lastIndexOf(' ') + 1);
}

/** Entries of programs, and what asks for the process itself: its number, whether one runs, its system. */
const ofProcess = [
  'src/action-main.ts',
  'src/demo.ts',
  'src/package/codegen/generate.ts',
  'src/process-io.ts',
  'src/run/cli/files/replace-file.ts',
  'src/run/cli/process-exists.ts',
  'src/run/session/node-host.ts',
  'src/start.ts',
  'src/workspace/git/run-git-alone.ts',
  'src/workspace/git/scratch-folder.ts',
];

test('the process is read by few files', () => {
  const reads = files.filter((file) => {
    return /\bprocess\.(?!ts\b)\w|from 'node:process'/.test(readFileSync(file, 'utf8'));
  });
  expect(reads.sort()).toEqual(ofProcess);
});
