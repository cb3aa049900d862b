import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import { entryWithKey, placeOf } from '../../edit/tree.ts';
import { valueAt, type At, type Subject } from '../rule.ts';
import { bindingOf, type ASTNode } from './ast.ts';
import { celEnvironment } from './cel-environment.ts';
import type { PolicyExpression, Variables } from './expression.ts';
import { pathOf, pathsIn, type ValuePath } from './paths.ts';

/**
 * The place of the value that fails an assertion: in `a && b` within the first operand that is not true, the deepest
 * set path of the spec; for `list.all(…)` the first item that fails. A path that is not set is placed at the map that
 * lacks it. An assertion about a label is placed at the label, any other at the name.
 */
export function offendingPlace(assertion: PolicyExpression, resource: Subject, variables: Variables): At {
  const holdsNow = (text: string): boolean => holds(resource.kind, text, variables);
  const parts = conjuncts(assertion.ast);
  const part =
    parts.length === 1 ? assertion.ast : (parts.find((one) => !holdsNow(textOf(one))) ?? assertion.ast);
  const item = failingItem(part, resource, holdsNow);
  if (item !== undefined) return { path: item };
  const paths = pathsIn(part);
  const [deepest] = paths
    .filter(({ root, steps }) => root === 'spec' && steps.length > 0)
    .map((path) => reach(path, resource))
    .sort((a, b) => b.depth - a.depth || Number(b.isSet) - Number(a.isSet));
  return deepest === undefined ? wordPlace(paths, resource) : { path: deepest.path };
}

function conjuncts(node: ASTNode): readonly ASTNode[] {
  return node.op === '&&' ? node.args.flatMap(conjuncts) : [node];
}

function textOf({ input, start, end }: ASTNode): string {
  return input.slice(start, end);
}

/** Whether a part of an expression is true on its own. False if it cannot be parsed or evaluated alone. */
function holds(kind: KindName, text: string, variables: Variables): boolean {
  try {
    return celEnvironment(kind).parse(text)(variables) === true;
  } catch {
    return false;
  }
}

/** Maximum number of items that are evaluated one by one. */
const mostItems = 1000;

function failingItem(
  node: ASTNode,
  { spec }: Subject,
  holdsNow: (text: string) => boolean,
): Path | undefined {
  const binding = bindingOf(node);
  const over = binding?.macro === 'all' ? pathOf(binding.over) : undefined;
  const [body] = binding?.body ?? [];
  if (binding === undefined || body === undefined || over?.root !== 'spec') return undefined;
  const path = over.steps.map(({ name }) => name);
  const value = valueAt(spec, path);
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  const keys = isList ? [...(value as readonly unknown[]).keys()] : Object.keys(value);
  const key = keys.slice(0, mostItems).find((one) => {
    const item = isList ? (value as readonly unknown[])[Number(one)] : one;
    return !holdsNow(`[${JSON.stringify(item)}].all(${binding.variable}, ${textOf(body)})`);
  });
  return key === undefined ? undefined : [...path, key];
}

interface Reach {
  readonly path: Path;
  readonly depth: number;
  readonly isSet: boolean;
}

/** The path as far as it is set, plus one step if it is not: the finding is then placed at the map that lacks it. */
function reach({ steps }: ValuePath, { spec }: Subject): Reach {
  const names = steps.map(({ name }) => name);
  let depth = 0;
  while (depth < names.length && valueAt(spec, names.slice(0, depth + 1)) !== undefined) depth++;
  return { path: names.slice(0, depth + 1), depth, isSet: depth === names.length };
}

function wordPlace(paths: readonly ValuePath[], { document, written }: Subject): At {
  // Live objects have no document.
  if (document === undefined) return { path: [] };
  const { source } = document;
  const label = paths.find(({ root }) => root === 'labels');
  if (label !== undefined && written !== undefined) {
    const labels = entryWithKey(written().document.root.entries, 'labels');
    const name = label.steps[0]?.name;
    const entries = labels?.value.type === 'map' ? labels.value.entries : [];
    const entry = name === undefined ? undefined : entryWithKey(entries, name);
    if (labels !== undefined) return { place: placeOf(source, entry?.value ?? labels.key) };
  }
  return { place: placeOf(source, document.nameNode) };
}
