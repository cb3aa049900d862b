/** Lint loads the tables of traffic policies, and what checks them, for a workspace that has one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The modules that are evaluated with a module: what it imports, and not at a later time. */
function evaluatedWith(...entries: readonly string[]): ReadonlySet<string> {
  const seen = new Set(entries);
  for (const file of seen) {
    const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    for (const statement of statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const { moduleSpecifier: from } = statement;
      if (
        from === undefined ||
        !ts.isStringLiteral(from) ||
        !from.text.startsWith('.') ||
        isOfTypes(statement)
      )
        continue;
      const target = path.posix.join(path.posix.dirname(file), from.text);
      if (target.endsWith('.ts')) seen.add(target);
    }
  }
  return seen;
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause } = statement;
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = importClause?.namedBindings;
  if (importClause?.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings))
    return false;
  return bindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

const ofPolicies = /^src\/(?:kinds\/policy|lint\/traffic-policy)\//;

const namesOnly = ['src/kinds/policy/dialect.ts', 'src/kinds/policy/phases.ts'];

/** Tests of requests give variables by name. */
const variables = ['src/kinds/policy/variable.ts', 'src/kinds/policy/variables.ts'];

test('lint without a policy loads only the names of dialects, phases and variables', () => {
  const loaded = evaluatedWith(
    'src/commands/lint/lint.ts',
    'src/run/lint/lint-all.ts',
    'src/workspace/load-workspace.ts',
    'src/lint/engine/lint.ts',
    'src/lint/rules.ts',
  );
  expect([...loaded].filter((file) => ofPolicies.test(file)).sort()).toEqual([...namesOnly, ...variables]);
});

test('the mock API without a policy loads only the names of dialects and phases', () => {
  const loaded = evaluatedWith(
    'src/server/start-server.ts',
    'src/server/objects/body-check.ts',
    'src/server/objects/policy-refusal.ts',
  );
  expect([...loaded].filter((file) => ofPolicies.test(file)).sort()).toEqual(namesOnly);
});

test('what checks policies loads them', () => {
  expect(evaluatedWith('src/lint/traffic-policy/traffic-tools.ts')).toContain('src/kinds/policy/index.ts');
});

test('the language server loads the tables inside a policy only', () => {
  const loaded = evaluatedWith('src/lsp/protocol/server.ts');
  expect(loaded).toContain('src/lsp/protocol/policy-answers.ts');
  expect(loaded).not.toContain('src/kinds/policy/index.ts');
  expect(evaluatedWith('src/lsp/traffic-policy/policy-completion.ts')).toContain('src/kinds/policy/index.ts');
});
