import { fieldAt, fieldsOf } from '../../../derive/forms/fields.ts';
import { suggestions } from '../../../text/suggest.ts';
import type { Fields } from '../../../kinds/field.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { Path } from '../../../model/value.ts';
import { type DocumentKind } from '../../../kinds/documents/index.ts';
import { formatOf, type FormatPosition } from '../file-format.ts';
import { meantByForeign } from '../guess/foreign-words.ts';
import type { UnknownKey } from './judgement.ts';
import { guessedKey } from '../guess/guessed-key.ts';
import { judgeReadFormKey } from './read-form-key.ts';
import { isWritable, modulesWith, writtenNames } from '../written-fields.ts';
import { orList, shown, validHere } from '../shape-finding.ts';
import type { Finding, FixChange } from '../../rule.ts';

type Named = { readonly rule: string; readonly finding: Finding };

/** Hints from tables, the most telling first. */
export function judgeKey(unknown: UnknownKey): Named {
  return (
    manifestKey(unknown) ??
    usesOfPreset(unknown) ??
    readOnlyKey(unknown) ??
    judgeReadFormKey(unknown) ??
    policyKey(unknown) ??
    providerKey(unknown) ??
    guessedKey(unknown) ??
    misplacedKey(unknown) ??
    unknownKey(unknown)
  );
}

/** The keys of a Kubernetes manifest, which names a thing under `metadata`. */
function manifestKey({ documentKind, path, key, value }: UnknownKey): Named | undefined {
  if (path.length > 0) return undefined;
  const at = { path: [key], on: 'key' } as const;
  if (key === 'apiVersion') {
    const message = '`apiVersion` belongs to Kubernetes; a document here has none';
    const fix = { safety: 'unsafe', title: 'delete `apiVersion`', changes: [{ remove: [key] }] } as const;
    return { rule: 'unknown-field', finding: { at, message, why: ignoredKey, fix } };
  }
  if (key !== 'metadata' || typeof value !== 'object' || value === null) return undefined;
  const own = Object.keys(formatOf(documentKind)).filter((name) => Object.hasOwn(value, name));
  if (own.length === 0) return undefined;
  const [what, verb] = [
    own.map((name) => `\`${name}\``).join(' and '),
    own.length === 1 ? 'belongs' : 'belong',
  ];
  const message = `${what} ${verb} beside \`kind\`, not under \`metadata\``;
  return { rule: 'misplaced-field', finding: { at, message, why: ignoredKey } };
}

/** A preset that wants to build on another. */
function usesOfPreset({ documentKind, path, key }: UnknownKey): Named | undefined {
  if (documentKind !== 'preset' || path.length > 0 || key !== 'uses') return undefined;
  const help = 'list both presets under `uses` of each resource, in the order in which they apply';
  const at = { path: [key], on: 'key' } as const;
  return {
    rule: 'unknown-field',
    finding: { at, message: 'a preset cannot use other presets', why: ignoredKey, help },
  };
}

const ignoredKey = 'A key that is not known would change nothing, and no one would notice.';

function readOnlyKey({ path, key, position }: UnknownKey): Named | undefined {
  const { inSpec } = position;
  if (inSpec === undefined) return undefined;
  if (!position.kinds.some((kind) => fieldAt(kind, [...inSpec, key])?.readOnly === true)) return undefined;
  const at = [...path, key];
  return {
    rule: 'read-only-field',
    finding: {
      at: { path: at, on: 'key' },
      message: `\`${key}\` is answered by the API, it cannot be set`,
      fix: { safety: 'safe', title: `delete \`${key}\``, changes: [{ remove: at }] },
    },
  };
}

/** A policy that stands where its module should. */
function policyKey({ path, key, position, value }: UnknownKey): Named | undefined {
  const { field } = position;
  if (field?.type !== 'module' || !('value' in field.module.fields) || !Array.isArray(value))
    return undefined;
  return {
    rule: 'traffic-policy-form',
    finding: {
      at: { path: [...path, key], on: 'key' },
      message: `\`${key}\` belongs to the policy, which is the \`value\` of this module`,
      help: 'put the policy under `traffic_policy.value`; only an endpoint takes it directly',
    },
  };
}

/** The members of an OAuth provider object, and what only one of them has. */
function providerKey({ path, key, position, value, has }: UnknownKey): Named | undefined {
  const { inSpec, fields } = position;
  if (inSpec?.[0] !== 'oauth' || fields === undefined) return undefined;
  if (inSpec.length > 1 && inSpec[1] !== 'provider') return undefined;
  const at = { path: [...path, key], on: 'key' } as const;
  const providers = fieldsAt(['oauth', 'provider']);
  const settings = Object.values(providers).some((one) => Object.hasOwn(fieldsOf(one) ?? {}, key));
  if (inSpec.length === 1) {
    if (!settings && !Object.hasOwn(providers, key)) return undefined;
    const message = settings
      ? `\`${key}\` belongs under the provider's name, such as \`google\``
      : `\`${key}\` belongs under \`provider\``;
    const shape = settings ? `{ google: { ${key}: … } }` : `{ ${key}: { … } }`;
    return { rule: 'misplaced-field', finding: { at, message, help: `write \`provider: ${shape}\`` } };
  }
  if (inSpec.length === 2) {
    if (settings) {
      const message = `\`${key}\` belongs under the provider's name, such as \`google\``;
      const shape = `\`provider: { google: { ${key}: … } }\``;
      return { rule: 'misplaced-field', finding: { at, message, help: `write ${shape}` } };
    }
    const message = `\`${key}\` is not an OAuth provider`;
    // All providers are in the `why` of the rule.
    const named = typeof value === 'string' && Object.hasOwn(providers, value) ? value : undefined;
    const meant =
      named === undefined ? renamed(path, key, fields, has) : { help: `write \`${named}: { … }\`` };
    return { rule: 'oauth-provider-unknown', finding: { at, message, ...meant } };
  }
  const owners = Object.keys(providers).filter((name) =>
    Object.hasOwn(fieldsAt(['oauth', 'provider', name]), key),
  );
  if (owners.length === 0) return undefined;
  const message = `\`${key}\` is for \`${owners.join('`, `')}\` only, not for \`${String(inSpec[2])}\``;
  return { rule: 'oauth-github-only', finding: { at, message } };
}

function fieldsAt(path: Path): Fields {
  const field = fieldAt('https-route', path);
  return (field === undefined ? undefined : fieldsOf(field)) ?? {};
}

function misplacedKey({ documentKind, path, key, position }: UnknownKey): Named | undefined {
  const message = rightPlace(documentKind, key, position);
  if (message === undefined) return undefined;
  const [, module] = /^`\w+` belongs in `(\w+)`$/.exec(message) ?? [];
  const help = module === undefined ? {} : { help: `write it under \`${module}:\`, indented deeper` };
  return { rule: 'misplaced-field', finding: { at: { path: [...path, key], on: 'key' }, message, ...help } };
}

/** Where a key of this name may stand instead, as a sentence. */
function rightPlace(
  documentKind: DocumentKind,
  key: string,
  { inSpec, kinds: meant }: FormatPosition,
): string | undefined {
  if (key === 'enabled') return undefined;
  if (inSpec === undefined) {
    return meant.some((kind) => isWritable(kinds[kind].fields[key]))
      ? `\`${key}\` belongs under \`spec\``
      : undefined;
  }
  if (Object.hasOwn(formatOf(documentKind), key)) return `\`${key}\` belongs beside \`spec\`, not in it`;
  const here = inSpec.at(-1);
  if (here !== undefined && meant.some((kind) => isWritable(kinds[kind].fields[key]))) {
    return `\`${key}\` belongs directly under \`spec\`, not in \`${here}\``;
  }
  const modules = modulesWith(key, meant).filter((name) => name !== inSpec[0]);
  if (modules.length > 0 && modules.length <= 3) {
    return `\`${key}\` belongs in ${orList(modules)}${here === undefined ? '' : `, not in \`${here}\``}`;
  }
  const others = kindNames.filter((kind) => !meant.includes(kind));
  if (here !== undefined) return undefined;
  const owners = others.filter((kind) => isWritable(kinds[kind].fields[key]));
  if (owners.length > 0) return `\`${key}\` is for ${orList(owners)}, not for \`${documentKind}\``;
  const [module] = modulesWith(key, others);
  return module === undefined
    ? undefined
    : `\`${key}\` belongs in \`${module}\`, which \`${documentKind}\` has not`;
}

function unknownKey({ documentKind, path, key, position, has, missing }: UnknownKey): Named {
  const at = { path: [...path, key], on: 'key' } as const;
  const fields = position.fields ?? {};
  const meant = suggestions(key, missing)[0] ?? suggested(key, fields, has);
  const fix = meant === undefined ? {} : rename(path, key, meant);
  const message =
    meant === undefined
      ? `unknown key ${shown(key)}`
      : `unknown key ${shown(key)}: rename it to \`${meant}\``;
  const where = position.inSpec?.at(-1);
  const tail = meant === undefined && where !== undefined ? ` in \`${where}\`` : '';
  const why = position.inSpec === undefined ? { why: ignoredKey } : {};
  // A new name for it is all that there is to say.
  const hint = meant === undefined ? hintFor(documentKind, key, position) : {};
  return { rule: 'unknown-field', finding: { at, message: message + tail, ...why, ...hint, ...fix } };
}

/** For a field of another product, what does that here; else what is valid, or where that is listed. */
function hintFor(
  documentKind: DocumentKind,
  key: string,
  { inSpec, fields }: FormatPosition,
): Pick<Finding, 'help'> {
  const meant = inSpec?.length === 0 ? meantByForeign(key) : undefined;
  if (meant !== undefined) return { help: meant };
  const valid = help(fields ?? {});
  return valid.help === undefined && inSpec?.length === 0 && documentKind !== 'preset'
    ? { help: `\`edgewright explain ${documentKind}\` lists the fields` }
    : valid;
}

function suggested(key: string, fields: Fields, has: UnknownKey['has']): string | undefined {
  return suggestions(key, writtenNames(fields), (name) => !has(name))[0];
}

function renamed(path: Path, key: string, fields: Fields, has: UnknownKey['has']): Pick<Finding, 'fix'> {
  const meant = suggested(key, fields, has);
  return meant === undefined ? {} : rename(path, key, meant);
}

function rename(path: Path, key: string, to: string): Pick<Finding, 'fix'> {
  const changes: readonly FixChange[] = [{ rename: [...path, key], to }];
  return { fix: { safety: 'unsafe', title: `rename \`${key}\` to \`${to}\``, changes } };
}

function help(fields: Fields): Pick<Finding, 'help'> {
  const valid = validHere(writtenNames(fields));
  return valid === undefined ? {} : { help: valid };
}
