import { fieldAt, isPolicyField } from '../../derive/forms/fields.ts';
import { holdsMask } from '../../derive/forms/mask-text.ts';
import { parsePolicy } from '../../derive/policy/traffic-policy.ts';
import { policySecrets, secretAt } from '../../derive/secrets/policy-secrets.ts';
import type { Field } from '../../kinds/field.ts';
import type { Range } from '../../model/document.ts';
import { Secret } from '../../model/secret.ts';
import type { Json, Path, Spec, Value } from '../../model/value.ts';
import type { WriteContext } from '../edit/write-context.ts';
import type { ReferenceTarget } from '../../kinds/references.ts';
import { replaceSecretReferences } from '../../model/secret-reference.ts';
import { isUnset } from './is-unset.ts';

/**
 * A live value in the form of a resource file: ids by name, secrets as references, policies and SAML metadata in files
 * of their own, `$(` escaped. Secrets never get into a text: their values go to `secrets`, for `--secrets-dir`, and a
 * value that cannot be written without its secret is omitted.
 */

export function writtenSpec(writing: WriteContext, spec: Spec): Readonly<Record<string, Json>> {
  return writtenMembers(writing, spec, []);
}

/** Undefined if it is omitted. */
export function writtenValue(writing: WriteContext, value: Value, path: Path): Json | undefined {
  if (value instanceof Secret || typeof value === 'string') return writtenText(writing, value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.flatMap((item, index) => writtenValue(writing, item as Value, [...path, index]) ?? []);
  return writtenMembers(writing, value as Spec, path);
}

function writtenMembers(writing: WriteContext, members: Spec, path: Path): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, item]): [string, Json][] => {
      const inner = [...path, key];
      if (isUnset(writing.kind, item, inner)) return [];
      const written = writtenValue(writing, item, inner);
      return written === undefined ? [] : [[key, written]];
    }),
  );
}

function writtenText(writing: WriteContext, value: Secret | string, path: Path): Json | undefined {
  const field = fieldAt(writing.kind, path);
  const text = value instanceof Secret ? value.reveal() : value;
  if (isPolicyField(field)) return writtenPolicy(writing, text, path);
  if (field?.type === 'string' && field.secret === true) return reference(writing, path, text);
  const template = writing.templateAt(path);
  if (template !== undefined) return escapedAround(template);
  if (value instanceof Secret && holdsMask(text)) return reference(writing, path, text);
  if (isReference(field)) return writing.idName(field.refersTo, text) ?? text;
  const form = field !== undefined && 'form' in field ? field.form : undefined;
  const part = writing.secrets.partIn(text);
  if (form === 'header-value')
    return part === undefined && value instanceof Secret
      ? reference(writing, path, text)
      : withReferences(writing, text, namesAt(writing, path));
  const isFreeText = form === 'description' || form === 'metadata' || form === 'saml-metadata';
  if (part !== undefined && (isFreeText || writing.secrets.isKnownIn(text))) {
    writing.leaveOut(path, 'it holds what looks like a secret, and no reference can be there');
    return undefined;
  }
  const file = form === 'saml-metadata' ? writing.files.claim('saml', writing.name, text) : undefined;
  return file === undefined ? escapedExpressions(text) : `$(file:${file})`;
}

/** A policy with a secret is written as a mapping, the only form with references for parts of it. */
export function writtenPolicy(writing: WriteContext, text: string, path: Path): Json | undefined {
  if (text !== '' && holdsMask(text)) {
    writing.leaveOut(path, 'the service shows a mask instead of a secret in it');
    return undefined;
  }
  const parsed = parsePolicy(text);
  if (text !== '' && !('tree' in parsed)) {
    writing.leaveOut(path, 'it is neither JSON nor YAML, so nothing could be compiled with it');
    return undefined;
  }
  const bySetting = policySecrets(text);
  if (bySetting.size === 0 && writing.secrets.partIn(text) === undefined) {
    const file = writing.files.claim('policies', writing.name, text);
    return file === undefined ? escapedExpressions(text) : `$(file:${file})`;
  }
  const isMapping = 'tree' in parsed && typeof parsed.tree === 'object' && !Array.isArray(parsed.tree);
  const inPolicy = { ...writing, policySecrets: bySetting };
  const written = isMapping ? writtenTree(inPolicy, parsed.tree, path) : undefined;
  if (written !== undefined && !holdsSecret(writing, written)) return written;
  writing.leaveOut(path, 'it holds what looks like a secret where no reference is allowed');
  return undefined;
}

/** A part of a policy, with references instead of secrets in every text. */
export function writtenTree(writing: WriteContext, tree: Json, path: Path): Json {
  const nameOf = namesAt(writing, path);
  const bySetting = writing.policySecrets ?? new Map<string, never>();
  const walk = (node: Json, at: Path): Json => {
    if (typeof node === 'string') return withReferences(writing, node, nameOf, secretAt(bySetting, node, at));
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return (node as readonly Json[]).map((item) => walk(item, at));
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, [...at, key])]));
  };
  return walk(tree, path);
}

/** Whether a secret is left in a key, or spans several texts. */
function holdsSecret({ secrets }: WriteContext, written: Json): boolean {
  const text = replaceSecretReferences(JSON.stringify(written), () => ' , ');
  return secrets.partIn(text) !== undefined;
}

/** Replaces every secret in a text by a reference; there may be several, before and after the first one found. */
function withReferences(
  writing: WriteContext,
  text: string,
  nameOf: (secret: string) => string,
  part: Range | undefined = writing.secrets.partIn(text),
): string {
  if (part === undefined) return escapedExpressions(text);
  // A `$` right before a reference would escape it, so it becomes part of the secret.
  const start = part.start - (/\$*$/.exec(text.slice(0, part.start))?.[0].length ?? 0);
  const before = withReferences(writing, text.slice(0, start), nameOf);
  const name = nameOf(text.slice(start, part.end));
  return `${before}$(secret:${name})${withReferences(writing, text.slice(part.end), nameOf)}`;
}

/** Names for the secrets at one path: the first is named after the path, the others are numbered. */
function namesAt({ secrets, name }: WriteContext, path: Path): (secret: string) => string {
  return (secret) => secrets.nameFor(name, path, secret);
}

function reference({ secrets, name, templateAt }: WriteContext, path: Path, text: string): string {
  const template = templateAt(path);
  return template === undefined ? `$(secret:${secrets.nameFor(name, path, text)})` : escapedAround(template);
}

function isReference(field: Field | undefined): field is Field & { readonly refersTo: ReferenceTarget } {
  return (field?.type === 'string' || field?.type === 'list') && field.refersTo !== undefined;
}

/** Escapes expressions in a template except its references. */
function escapedAround(template: string): string {
  return template.replaceAll(/\$\((?!secret:[A-Z][A-Z0-9_]*\))/g, '$$$$(');
}

export function escapedExpressions(text: string): string {
  return text.replaceAll('$(', '$$$$(');
}
