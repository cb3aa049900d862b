import { fieldAt, fieldsOf } from '../../derive/forms/fields.ts';
import { maskedValue } from '../../derive/forms/masked.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Desired } from '../../model/desired.ts';
import { notAField, quoted } from '../../model/problem.ts';
import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import { valueAt } from '../rule.ts';
import { findingAt, valueName } from './check-document.ts';
import { decidedByVariable } from './decided-by-variable.ts';
import { foldErrors, type KeywordError } from './fold.ts';
import { answeredWords } from './diagnose/key.ts';
import { diagnoseValue } from './diagnose/value.ts';
import { diagnoseBytes, reservedBytes } from './diagnose/bytes.ts';
import { moduleAsPolicy } from './policy-form.ts';
import type { ShapeFinding } from './shape-finding.ts';

export type ValidateBody = (
  kind: Desired['kind'],
  operation: 'create' | 'update',
  body: unknown,
) => readonly KeywordError[];

const none: readonly ShapeFinding[] = [];

/**
 * Checks the shape of values that depend on variables; all others were checked as written. Scalars are checked by their
 * field; if a variable brings a list or a mapping, the validator runs on the whole body. Paths lead from `spec`.
 */
export function checkSentShape(
  desired: Desired,
  validate: ValidateBody,
  hasMarker: boolean,
): readonly ShapeFinding[] {
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
          : diagnose(path, field, value, hasMarker);
      if (found !== undefined) (findings ??= []).push(found);
    }
  }
  if (trees === undefined) return findings ?? none;
  return [...(findings ?? none), ...checkTrees(desired, trees, { validate, hasMarker })];
}

/** Whether the field is a list, map or object, whose contents need checking too. */
function isTree(field: Field): boolean {
  return field.type === 'list' || field.type === 'map' || fieldsOf(field) !== undefined;
}

function diagnose(path: Path, field: Field, value: Value, hasMarker: boolean): ShapeFinding | undefined {
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
  const said = { ...rest, ...(help === undefined ? {} : { help }) };
  return { rule: diagnosis.rule, finding: findingAt(path, said), broken: path };
}

/** Shape errors in the lists and mappings that variables bring at these paths. */
function checkTrees(
  desired: Desired,
  roots: readonly Path[],
  { validate, hasMarker }: { readonly validate: ValidateBody; readonly hasMarker: boolean },
): readonly ShapeFinding[] {
  const { edge_id: _edge, ...sent } = maskedValue(desired.spec) as Readonly<Record<string, Json>>;
  const errors = validate(desired.kind, 'create', sent);
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
    const found = field === undefined ? undefined : diagnose(path, field, value ?? null, hasMarker);
    return found === undefined ? [] : [found];
  });
}

/**
 * Checks strings that the API limits in bytes, reduced by the size of the ownership marker. Checked after compiling,
 * because a preset may bring the string and the limit depends on the kind that uses it.
 */
export function checkBytes({ kind, spec }: Desired, hasMarker: boolean): readonly ShapeFinding[] {
  let findings: ShapeFinding[] | undefined;
  for (const name of limitedTexts(kind)) {
    const text = spec[name];
    const field = fieldAt(kind, [name]);
    if (typeof text !== 'string' || field?.type !== 'string') continue;
    const diagnosis = diagnoseBytes(`\`${name}\``, field, text, reservedBytes(field, hasMarker));
    if (diagnosis === undefined) continue;
    (findings ??= []).push({ rule: diagnosis.rule, finding: findingAt([name], diagnosis), broken: [name] });
  }
  return findings ?? none;
}

const limited = new Map<KindName, readonly string[]>();

function limitedTexts(kind: KindName): readonly string[] {
  const known = limited.get(kind);
  if (known !== undefined) return known;
  const names = Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
    field.type === 'string' && field.maxBytes !== undefined ? [name] : [],
  );
  limited.set(kind, names);
  return names;
}
