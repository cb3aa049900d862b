import { fieldAt, fieldsOf, itemField } from '../../derive/forms/fields.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import { validateBody } from '../../derive/schema/validate.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { Field, Fields } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import { valueAt } from '../../derive/forms/tree.ts';
import { findingAt, valueName } from './check-document.ts';
import { diagnoseBytes, reservedBytes, type MarkerSetting } from './diagnose/bytes.ts';
import { answeredWords } from './diagnose/key.ts';
import { diagnoseValue } from './diagnose/wrong-value.ts';
import { foldErrors } from './fold-findings.ts';
import { moduleAsPolicy } from './module-as-policy.ts';
import type { CompiledResource } from '../../model/desired.ts';
import type { DocumentNode } from '../../model/document.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { rememberEach } from '../../text/remember-last.ts';
import { quoted } from '../../text/quoted.ts';
import { notAField } from '../../text/words/mistake-words.ts';
import type { ShapeFinding } from './shape-finding.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** A whole-value variable. `$(environment)` is excluded, because it is always a string. */
const wholeVariable = /^\$\((?!secret:|file:|environment\))[^)]*\)$/;

const none: readonly ShapeFinding[] = [];

/**
 * Checks the shape of values that depend on variables; all others were checked as written. Scalars are checked by their
 * field; if a variable brings a list or a mapping, the validator runs on the whole body. Paths lead from `spec`.
 */
export function checkSentShape(desired: CompiledResource, settings: MarkerSetting): readonly ShapeFinding[] {
  let findings: ShapeFinding[] | undefined;
  let trees: Path[] | undefined;
  for (const { path, field } of decidedByVariable(desired)) {
    const value = valueAt(desired.spec, path);
    if (value === undefined || value instanceof SecretReference || value instanceof Secret) continue;
    if (typeof value === 'object' && value !== null && isTree(field)) (trees ??= []).push(path);
    else {
      const isPolicy = desired.kind === 'endpoint' && path[0] === 'traffic_policy';
      const found =
        isPolicy && typeof value === 'string'
          ? moduleAsPolicy(path, value)
          : diagnose({ path, field, value }, settings);
      if (found !== undefined) (findings ??= []).push(found);
    }
  }
  if (trees === undefined) return findings ?? none;
  return [...(findings ?? none), ...checkTrees(desired, trees, settings)];
}

/** Whether the field is a list, map or object, whose contents need checking too. */
function isTree(field: Field): boolean {
  return field.type === 'list' || field.type === 'map' || fieldsOf(field) !== undefined;
}

/** A value that will be sent. */
interface SentValue {
  readonly path: Path;
  readonly field: Field;
  readonly value: Value;
}

function diagnose(
  { path, field, value }: SentValue,
  { marker: hasMarker }: MarkerSetting,
): ShapeFinding | undefined {
  const diagnosis = diagnoseValue({
    field,
    name: valueName(path, { inSpec: path }),
    value,
    text: undefined,
    hasMarker,
  });
  if (diagnosis === undefined) return undefined;
  // The fix would have to change the variable, which others may use, so it is only described.
  const { fix, ...rest } = diagnosis;
  const help = rest.help ?? (fix === undefined ? undefined : `where the variable is declared, ${fix.title}`);
  return findingAt(path, { ...rest, help });
}

/** Shape errors in the lists and mappings that variables bring at these paths. */
function checkTrees(
  desired: CompiledResource,
  roots: readonly Path[],
  settings: MarkerSetting,
): readonly ShapeFinding[] {
  const { edge_id: _edge, ...sent } = maskedValue(desired.spec) as Readonly<Record<string, Json>>;
  const errors = validateBody(desired.kind, 'create', sent);
  const mistakes = foldErrors(errors, (path) => Array.isArray(valueAt(desired.spec, path)));
  return mistakes.flatMap((mistake): readonly ShapeFinding[] => {
    const { path } = mistake;
    const isOurs = roots.some((root) => root.every((step, index) => step === path[index]));
    if (!isOurs || mistake.what === 'missing-key') return [];
    if (mistake.what === 'unknown-key') {
      const isAnswered = fieldAt(desired.kind, [...path, mistake.key])?.readOnly === true;
      const rule = isAnswered ? 'read-only-field' : 'unknown-field';
      const message = isAnswered
        ? answeredWords(mistake.key)
        : notAField(mistake.key, quoted(String(path.at(-1) ?? desired.kind)));
      return [{ rule, finding: { at: { path }, message }, broken: path }];
    }
    const field = fieldAt(desired.kind, path);
    const value = valueAt(desired.spec, path);
    const found = field === undefined ? undefined : diagnose({ path, field, value: value ?? null }, settings);
    return found === undefined ? [] : [found];
  });
}

/**
 * Checks strings that the API limits in bytes, reduced by the size of the ownership marker. Checked after compiling,
 * because a preset may bring the string and the limit depends on the kind that uses it.
 */
export function checkBytes(
  { kind, spec }: CompiledResource,
  settings: MarkerSetting,
): readonly ShapeFinding[] {
  let findings: ShapeFinding[] | undefined;
  for (const name of limitedTexts(kinds[kind].fields)) {
    const text = spec[name];
    const field = fieldAt(kind, [name]);
    if (typeof text !== 'string' || field?.type !== 'string') continue;
    const diagnosis = diagnoseBytes(
      { name: `\`${name}\``, value: text },
      field,
      reservedBytes(field, settings),
    );
    if (diagnosis === undefined) continue;
    (findings ??= []).push(findingAt([name], diagnosis));
  }
  return findings ?? none;
}

const limitedTexts = rememberEach((fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'string' && field.maxBytes !== undefined ? [name] : [],
  ),
);

/** A value of a spec whose shape depends on a variable. */
interface VariableField {
  /** Path from the top-level field downwards. */
  readonly path: Path;
  readonly field: Field;
}

/**
 * Finds variables that stand for a whole value or are part of a limited string; in free text they cannot break the
 * shape.
 */
function decidedByVariable({ kind, written }: CompiledResource): readonly VariableField[] {
  const found: VariableField[] = [];
  for (const [name, { node }] of written().layers) collect(node, kinds[kind].fields[name], [name], found);
  return found;
}

/** `path` changes with the walk. */
function collect(
  node: DocumentNode,
  field: Field | undefined,
  path: (string | number)[],
  found: VariableField[],
): void {
  if (field === undefined) return;
  switch (node.type) {
    case 'scalar':
      if (typeof node.value === 'string' && node.value.includes('$(') && !isFree(field, node.value))
        found.push({ path: [...path], field });
      return;
    case 'list': {
      const item = field.type === 'list' ? itemField(field) : undefined;
      if (item === undefined) return;
      for (let index = 0; index < node.items.length; index++) {
        const itemNode = node.items[index];
        path.push(index);
        if (itemNode !== undefined) collect(itemNode, item, path, found);
        path.pop();
      }
      return;
    }
    case 'map': {
      const fields = fieldsOf(field);
      const item = field.type === 'map' ? itemField(field) : undefined;
      if (fields === undefined && item === undefined) return;
      for (const entry of node.entries) {
        const key = textOfKey(entry);
        path.push(key);
        collect(entry.value, fields?.[key] ?? item, path, found);
        path.pop();
      }
    }
  }
}

function isFree(field: Field, text: string): boolean {
  if (field.type !== 'string' || field.values !== undefined || field.maxBytes !== undefined) return false;
  return !wholeVariable.test(text);
}
