import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A string, a piece of a template, or a comment in the sources, or a line of a page. */
export interface SourceText {
  readonly file: string;
  readonly line: number;
  readonly kind: 'string' | 'comment' | 'page';
  readonly text: string;
}

const root = path.join(import.meta.dirname, '../..');

/** All that a person may read in src/: strings of more than one word, templates, comments. Not what is generated. */
export function textsOfSource(): readonly SourceText[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${name.split(path.sep).join('/')}`)
    .sort()
    .flatMap(textsIn);
}

/** The lines of the pages that we write. Those of rules are made from the sources. */
export function linesOfPages(): readonly SourceText[] {
  const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:rules|site)/.test(name))
    .map((name) => `docs/${name.split(path.sep).join('/')}`);
  return [...pages, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, kind: 'page' as const, text })),
  );
}

function textsIn(file: string): readonly SourceText[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest);
  const found: SourceText[] = [];
  const add = (kind: SourceText['kind'], start: number, text: string): void => {
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ file, line, kind, text });
  };
  const literals: ts.LiteralLikeNode[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) || ts.isRegularExpressionLiteral(node)) literals.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  // Between two literals, whatever looks like a comment is one.
  let from = 0;
  for (const node of [...literals, undefined]) {
    const [start, end] =
      node === undefined ? [source.length, source.length] : [node.getStart(tree), node.end];
    for (const { 0: comment, index } of source.slice(from, start).matchAll(/\/\*[^]*?\*\/|\/\/.*/g))
      add('comment', from + index, comment.replaceAll(/\s*\n\s*(?:\*|\/\/)? ?/g, ' '));
    if (node !== undefined && isText(node) && /\s/.test(node.text)) add('string', start, node.text);
    from = end;
  }
  return found;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}
