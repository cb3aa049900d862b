import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Project, SyntaxKind, type SourceFile } from 'ts-morph';

/** A lint rule, as read from its file. */
export interface RuleOnDisk {
  readonly id: string;
  /** Path from `src/lint/`, with `/`. */
  readonly file: string;
  readonly summary: string;
}

/**
 * The rules of src/lint/rules/<group>/…/<id>.ts, sorted by id; parsed as text, so that a broken index can be
 * regenerated.
 */
export function rulesOnDisk(root: string): readonly RuleOnDisk[] {
  const folder = path.join(root, 'src/lint/rules');
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const rules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readRule(project, `rules/${file}`, readFileSync(path.join(folder, file), 'utf8')))
    .filter((rule) => rule !== undefined);
  return rules.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** A file without a default export is not a rule but code shared by rules. */
function readRule(project: Project, file: string, text: string): RuleOnDisk | undefined {
  const source = project.createSourceFile(file, text);
  // The symbol of the export would take a program of all rules.
  if (source.getExportAssignment(() => true) === undefined) return undefined;
  const id = path.basename(file, '.ts');
  const stated = stringProperty(source, 'id');
  if (stated !== id)
    throw new Error(`src/lint/${file}: the id is ${stated ?? 'not a plain text'}, the file says ${id}`);
  return { id, file, summary: stringProperty(source, 'summary') ?? '' };
}

function stringProperty(source: SourceFile, name: string): string | undefined {
  const property = source
    .getDescendantsOfKind(SyntaxKind.PropertyAssignment)
    .find((assignment) => assignment.getName() === name);
  const value =
    property?.getInitializerIfKind(SyntaxKind.StringLiteral) ??
    property?.getInitializerIfKind(SyntaxKind.NoSubstitutionTemplateLiteral);
  return value?.getLiteralText();
}
