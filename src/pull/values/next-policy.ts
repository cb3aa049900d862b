import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { policySecrets } from '../../derive/secrets/policy-secrets.ts';
import { alignedItems } from '../../edit/aligned-items.ts';
import { Secret, type SecretLookup } from '../../model/secret.ts';
import type { Json, Path, Value } from '../../model/value.ts';
import type { WriteContext } from '../edit/write-context.ts';
import { escapedExpressions, writtenPolicy, writtenTree } from './write-spec.ts';
import { isJsonList, isJsonMap, isSameJson } from '../../text/json/json-access.ts';
import { dotted } from '../../text/dotted-path.ts';
import { hasSecretReference, secretNamesIn, SecretReference } from '../../model/secret-reference.ts';
import type { TextFolder } from '../edit/long-texts.ts';

interface PolicySides {
  readonly raw: Json;
  readonly current: Value | undefined;
  readonly live: Value;
}

/** The new form of a policy: a mapping stays a mapping, an included file is edited, a text keeps its comments. */
export function nextPolicy(
  run: PolicyContext,
  { raw, current, live }: PolicySides,
  path: Path,
): Json | undefined {
  const text = live instanceof Secret ? live.reveal() : live;
  if (typeof text !== 'string') return raw;
  const secrets = policySecrets(text);
  const taking = { ...run, policySecrets: secrets };
  if (isJsonMap(raw)) return nextMapping(taking, { raw, current, live: text }, path);
  const isHidden = secrets.size > 0 || taking.secrets.partIn(text) !== undefined;
  const file = typeof raw === 'string' ? /^\$\(file:([^)]+)\)$/.exec(raw)?.[1] : undefined;
  if (file !== undefined && !isHidden)
    return replacedFile(taking, { file, folder: 'policies', raw, live: text }, path);
  noteReplaced(taking, path, raw);
  const isOwnText = typeof raw === 'string' && !raw.includes('$(') && !isHidden;
  return isOwnText ? escapedExpressions(taking.editPolicy(raw, text)) : writtenPolicy(taking, text, path);
}

function nextMapping(
  taking: PolicyContext,
  { raw, current, live: text }: PolicySides & { readonly live: string },
  path: Path,
): Json | undefined {
  const currentText = policyText(taking, current);
  if (currentText === undefined) {
    const names = current instanceof SecretReference ? current.names : [];
    taking.found.secrets.push({ path: dotted(path), names });
    return raw;
  }
  const before = parsePolicy(currentText);
  const after = parsePolicy(text);
  if (!('tree' in before) || !('tree' in after) || !isJsonMap(after.tree)) {
    noteReplaced(taking, path, raw);
    return writtenPolicy(taking, text, path);
  }
  return nextTree(taking, { raw, before: before.tree, after: after.tree }, path);
}

/** The current text of the policy; undefined if a secret in it is not set. */
function policyText({ secretOf }: PolicyContext, current: Value | undefined): string | undefined {
  if (!(current instanceof SecretReference)) return typeof current === 'string' ? current : undefined;
  const resolved = current.resolve(secretOf);
  return 'value' in resolved ? resolved.value.reveal() : undefined;
}

interface TreeSides {
  readonly raw: Json;
  readonly before: Json;
  readonly after: Json;
}

function nextTree(taking: PolicyContext, { raw, before, after }: TreeSides, path: Path): Json {
  if (isSameJson(before, after)) return raw;
  if (isJsonMap(raw) && isJsonMap(before) && isJsonMap(after)) {
    const kept = Object.entries(raw).flatMap(([key, item]): [string, Json][] => {
      const wanted = own(after, key);
      if (wanted === undefined) noteReplaced(taking, [...path, key], item);
      return wanted === undefined
        ? []
        : [
            [
              key,
              nextTree(taking, { raw: item, before: own(before, key) ?? null, after: wanted }, [
                ...path,
                key,
              ]),
            ],
          ];
    });
    const fresh = Object.entries(after).filter(([key]) => !Object.hasOwn(raw, key));
    const added = fresh.map(([key, item]) => [key, writtenTree(taking, item, [...path, key])] as const);
    return Object.fromEntries([...kept, ...added]);
  }
  if (isJsonList(raw) && isJsonList(before) && isJsonList(after))
    return nextList(taking, { raw, before, after }, path);
  if (typeof raw === 'string' && hasSecretReference(raw)) {
    const moved = typeof after === 'string' ? withOwnReferences(taking, raw, after) : undefined;
    if (moved !== undefined) {
      noteReplaced(taking, path, raw);
      return moved;
    }
    taking.found.secrets.push({ path: dotted(path), names: secretNamesIn(raw) });
    return raw;
  }
  noteReplaced(taking, path, raw);
  return writtenTree(taking, after, path);
}

/**
 * The live text around the same secrets: a text with references in which other words changed. Undefined if a secret is
 * not set here or is not in the live text, or if that has another one.
 */
export function withOwnReferences(
  { secretOf, secrets }: PolicyContext,
  raw: string,
  live: string,
): string | undefined {
  let left = live;
  let next = '';
  for (const name of secretNamesIn(raw)) {
    const value = secretOf(name)?.reveal() ?? '';
    const at = value === '' ? -1 : left.indexOf(value);
    // A `$` right before a reference would escape it.
    if (at === -1 || left[at - 1] === '$' || secrets.partIn(left.slice(0, at)) !== undefined)
      return undefined;
    next += `${escapedExpressions(left.slice(0, at))}$(secret:${name})`;
    left = left.slice(at + value.length);
  }
  return secrets.partIn(left) === undefined ? next + escapedExpressions(left) : undefined;
}

function own(map: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function nextList(
  taking: PolicyContext,
  {
    raw,
    before,
    after,
  }: { readonly raw: readonly Json[]; readonly before: readonly Json[]; readonly after: readonly Json[] },
  path: Path,
): Json {
  const { kept, fresh, gone } = alignedItems(before, after);
  const write = (items: readonly Json[] = []): readonly Json[] =>
    items.map((item) => writtenTree(taking, item, path));
  for (const index of gone) noteReplaced(taking, [...path, index], raw[index] ?? null);
  const stayed = raw.flatMap((item, index): readonly Json[] => {
    const wanted = kept.get(index);
    const itemValue =
      wanted === undefined
        ? []
        : [nextTree(taking, { raw: item, before: before[index] ?? null, after: wanted }, [...path, index])];
    return [...itemValue, ...write(fresh.get(index))];
  });
  return [...write(fresh.get(-1)), ...stayed];
}

/** Whether a value belongs to this resource alone, or other resources or environments share it. */
type Ownership = 'own' | 'shared';

/** The context for pulling a live value, and the findings of doing so. */
export interface PolicyContext extends WriteContext {
  readonly secretOf: SecretLookup;
  /** Edits the file of a `$(file:…)`; returns the file with the text from now on, undefined if no file can hold it. */
  readonly editFile: (edit: FileEdit) => string | undefined;
  /** A policy text with the meaning of the live one that keeps the comments of `text`. */
  readonly editPolicy: (text: string, live: string) => string;
  readonly standing: Ownership;
  /** Whether the ledger has the resource: a declared number that is now 0 was then set to 0. */
  readonly isManaged: boolean;
  readonly found: Findings;
}

interface FileEdit {
  readonly file: string;
  readonly text: string;
  readonly folder: TextFolder;
  readonly standing: Ownership;
}

export interface Findings {
  /** Paths of declared values that are replaced, and so lost. */
  readonly replaced: string[];
  /** Expressions with variables that were replaced. */
  readonly expressions: string[];
  /** Secrets whose live value differs or cannot be compared. */
  readonly secrets: { readonly path: string; readonly names: readonly string[] }[];
}

/** Records that a declared value is replaced, with the variables in it. */
export function noteReplaced({ found }: PolicyContext, path: Path, raw: Json): void {
  found.replaced.push(dotted(path));
  for (const [, escape, expression = ''] of JSON.stringify(raw).matchAll(/(\$?)(\$\([A-Za-z][\w-]*\))/g))
    if (escape === '') found.expressions.push(expression);
}

interface FileSides {
  readonly file: string;
  readonly folder: TextFolder;
  readonly raw: Json;
  readonly live: string;
}

/** Writes the text to the included file, or to a new one if others include that file. */
export function replacedFile(
  taking: PolicyContext,
  { file, folder, raw, live }: FileSides,
  path: Path,
): Json {
  noteReplaced(taking, path, raw);
  const next = taking.editFile({ file, folder, text: live, standing: taking.standing });
  return next === undefined ? escapedExpressions(live) : `$(file:${next})`;
}
