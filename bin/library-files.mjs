/*
 * dist/library/: the package as a library. It loads main.cjs, so that no code is shipped twice; the module is a list of
 * names, and the declarations are one file that imports nothing.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The files by name in dist/, from the exports of src/package/library/library.ts. */
export function libraryFiles(root) {
  const { declarations, names } = rollUp(path.join(root, 'src/package/library/library.ts'));
  const list = names.sort().join(', ');
  return [
    ['library/index.cjs', loader],
    ['library/index.mjs', `import library from './index.cjs';\nexport const { ${list} } = library;\n`],
    ['library/index.d.cts', declarations],
    ['library/index.d.mts', declarations],
  ];
}

const loader = `'use strict';\nmodule.exports = { ...require('../main.cjs').library };\n`;

/** Follows the exports of the entry; a name that the entry changes is changed in the declaration too. */
function rollUp(entry) {
  const texts = [];
  const names = [];
  for (const statement of parsed(entry, readFileSync(entry, 'utf8')).statements) {
    const { exportClause, isTypeOnly, moduleSpecifier } = statement;
    const file = path.join(path.dirname(entry), moduleSpecifier.text);
    if (exportClause === undefined) texts.push(...declarationsIn(file).map(({ text }) => text));
    else if (isTypeOnly) texts.push(`export type ${exportClause.getText()};`);
    else
      for (const { name, propertyName } of exportClause.elements) {
        texts.push(declarationOf(file, (propertyName ?? name).text, name.text));
        names.push(name.text);
      }
  }
  return { declarations: `${texts.join('\n\n')}\n`, names };
}

function declarationOf(file, name, exportedAs) {
  const found = declarationsIn(file).find((one) => one.name === name);
  if (found === undefined) throw new Error(`${file} does not declare ${name}`);
  return found.text.replace(
    new RegExp(`\\b(function|class|const) ${name}\\b`),
    (_, keyword) => `${keyword} ${exportedAs}`,
  );
}

/** The exported declarations of a file, with their comments. */
function declarationsIn(file) {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      // Each declaration is complete by itself.
      isolatedDeclarations: true,
    },
  });
  if (diagnostics.length > 0)
    throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, ' ')}`);
  const source = parsed(file, outputText);
  return source.statements
    .filter((statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement))
    .map((statement) => ({
      name: (statement.name ?? statement.declarationList?.declarations[0].name)?.text,
      text: statement.getFullText(source).trim(),
    }));
}

function parsed(file, text) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}
