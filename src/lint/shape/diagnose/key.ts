import { fieldAt, fieldsOf } from '../../../derive/forms/fields.ts';
import type { DocumentKind } from '../../../kinds/documents/index.ts';
import type { Field, Fields } from '../../../kinds/field.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { Json, Path } from '../../../model/value.ts';
import { rememberEach } from '../../../text/remember-last.ts';
import { type Finding } from '../../rule.ts';
import { formatOf, type FormatPosition } from '../format-position.ts';
import { guessedKey } from '../guess/guessed-shape.ts';
import { isWritable, modulesWith } from '../written-fields.ts';
import { atKey, meantField, renaming, unknownField, type KeyFinding } from './unknown-field.ts';
import { quoted, asCode } from '../../../text/quoted.ts';
import { isHostLike } from '../../../derive/forms/host-name.ts';
import { deletion, type FixChange } from '../../fix-request.ts';
import { orList } from '../../../text/words/list-words.ts';
import type { UnknownKey } from './diagnosis.ts';

/** Reports an unknown key. The checks run from the most specific to the most general. */
export function diagnoseKey(unknown: UnknownKey): KeyFinding {
  return (
    commentKey(unknown) ??
    changeKey(unknown) ??
    manifestKey(unknown) ??
    resourceKey(unknown) ??
    hostKey(unknown) ??
    readOnlyKey(unknown) ??
    diagnoseReadFormKey(unknown) ??
    policyKey(unknown) ??
    providerKey(unknown) ??
    guessedKey(unknown) ??
    misplacedKey(unknown) ??
    unknownField(unknown)
  );
}

/** A comment of JavaScript, which YAML reads as the beginning of the key below it. */
function commentKey(unknown: UnknownKey): KeyFinding | undefined {
  const { path, key } = unknown;
  const [, sign, name] = /^(\/[/*]).*?\s"?([\w-]+)"?$/s.exec(key) ?? [];
  if (sign === undefined || name === undefined) return undefined;
  return atKey(unknown, 'unknown-field', {
    message: `a comment begins with \`#\`, not with \`${sign}\``,
    fix: { safety: 'unsafe', title: 'delete the comment', changes: [{ rename: [...path, key], to: name }] },
  });
}

/** A name without its kind among the changes that approvals are for. */
function changeKey(unknown: UnknownKey): KeyFinding | undefined {
  const { documentKind, path, key } = unknown;
  if (documentKind !== 'approvals' || path[0] !== 'changes') return undefined;
  const help = key.includes('/')
    ? 'an address is `<kind>/<name>`, such as `https-route/shop`'
    : `write its kind before it, such as \`https-route/${key}\``;
  return atKey(unknown, 'address-format', { message: `${quoted(key)} is not an address`, help });
}

/** Keys of a Kubernetes manifest, which has the name under `metadata` and all else under `spec`. */
function manifestKey(unknown: UnknownKey): KeyFinding | undefined {
  const { documentKind, path, key, value } = unknown;
  if (path.length > 0) return undefined;
  if (key === 'apiVersion') {
    const message = '`apiVersion` belongs to Kubernetes; a document here has none';
    const fix = deletion('unsafe', [key], '`apiVersion`');
    return atKey(unknown, 'unknown-field', { message, fix });
  }
  if ((key !== 'metadata' && key !== 'spec') || typeof value !== 'object' || value === null) return undefined;
  const givenKeys = Object.keys(formatOf(documentKind)).filter((name) => Object.hasOwn(value, name));
  if (givenKeys.length === 0) return undefined;
  const named = givenKeys.map(asCode);
  const what = named.length > 2 ? `${named[0]} and ${named.length - 1} more` : named.join(' and ');
  const verb = named.length === 1 ? 'belongs' : 'belong';
  const message = `${what} ${verb} beside \`kind\`, not under \`${key}\``;
  return atKey(unknown, 'misplaced-field', { message });
}

/** A key of resources in a preset, such as `uses`: presets cannot build on others. */
function resourceKey(unknown: UnknownKey): KeyFinding | undefined {
  const { documentKind, path, key } = unknown;
  if (documentKind !== 'preset' || path.length > 0) return undefined;
  if (!Object.hasOwn(formatOf('https-route'), key)) return undefined;
  const words =
    key === 'uses'
      ? {
          message: 'a preset cannot use other presets',
          help: 'list both presets under `uses` of each resource, in the order in which they apply',
        }
      : { message: `a preset has no \`${key}\``, help: 'write it in the resources that use the preset' };
  return atKey(unknown, 'unknown-field', words);
}

/** The host that an endpoint serves, which is written in its `url`. */
function hostKey(unknown: UnknownKey): KeyFinding | undefined {
  const { path, key, position, value, has } = unknown;
  const isHere = position.inSpec?.length === 0 && position.fields?.['url'] !== undefined;
  if (!isHere || !hostKeys.has(key.toLowerCase()) || typeof value !== 'string') return undefined;
  // Beside `url` it is a part of a response.
  if (has('url') && position.kinds.some((kind) => fieldAt(kind, [key])?.readOnly === true)) return undefined;
  const message = `an endpoint has its host in \`url\`, not in \`${key}\``;
  const url = value.includes('://') ? value : `https://${value}`;
  if (has('url') || !isHostLike(value.replace(/^\w+:\/\//, '')))
    return atKey(unknown, 'unknown-field', { message, help: `write it in \`url\`, such as \`${url}\`` });
  const at = [...path, key];
  const changes: readonly FixChange[] = [
    { rename: at, to: 'url' },
    { replace: at, with: url },
  ];
  return atKey(unknown, 'unknown-field', {
    message,
    fix: { safety: 'unsafe', title: `write \`url: ${url}\``, changes },
  });
}

const hostKeys: ReadonlySet<string> = new Set(['host', 'hostname', 'hostport', 'domain', 'fqdn', 'address']);

/** The message for a read-only field, which only responses have. */
export function answeredWords(key: string): string {
  return `${quoted(key)} is set by the API and cannot be written`;
}

function readOnlyKey(unknown: UnknownKey): KeyFinding | undefined {
  const { path, key, position, has } = unknown;
  const { inSpec } = position;
  if (inSpec === undefined) return undefined;
  if (!position.kinds.some((kind) => fieldAt(kind, [...inSpec, key])?.readOnly === true)) return undefined;
  // `uri` where the required `url` is missing is a slip.
  const meant = inSpec.length === 0 ? meantField(key, position.fields ?? {}, has) : undefined;
  if (meant !== undefined && position.fields?.[meant]?.required === true) return undefined;
  const fix = deletion('safe', [...path, key], `\`${key}\``);
  return atKey(unknown, 'read-only-field', { message: answeredWords(key), fix });
}

/** A traffic policy's keys where its module is expected. */
function policyKey(unknown: UnknownKey): KeyFinding | undefined {
  const { key, position, value } = unknown;
  const { field } = position;
  if (field?.type !== 'module' || !('value' in field.module.fields) || !Array.isArray(value))
    return undefined;
  return atKey(unknown, 'traffic-policy-form', {
    message: `\`${key}\` belongs to the policy, which is the \`value\` of this module`,
    help: 'put the policy under `traffic_policy.value`; only an endpoint takes it directly',
  });
}

/** OAuth providers at the wrong level, and settings at the wrong level or of another provider. */
function providerKey(unknown: UnknownKey): KeyFinding | undefined {
  const { path, key, position, value, has } = unknown;
  const { inSpec, fields } = position;
  if (inSpec?.[0] !== 'oauth' || fields === undefined) return undefined;
  if (inSpec.length > 1 && inSpec[1] !== 'provider') return undefined;
  const providers = fieldsAt(['oauth', 'provider']);
  const owners = Object.keys(providers).filter((name) =>
    Object.hasOwn(fieldsAt(['oauth', 'provider', name]), key),
  );
  const owner = owners.find((name) => name === 'google') ?? owners[0];
  if (inSpec.length === 1) {
    if (owner === undefined && !Object.hasOwn(providers, key)) return undefined;
    const message =
      owner === undefined
        ? `\`${key}\` belongs under \`provider\``
        : `\`${key}\` belongs under the provider's name, such as \`${owner}\``;
    const shape = owner === undefined ? `{ ${key}: { … } }` : `{ ${owner}: { ${key}: … } }`;
    return atKey(unknown, 'misplaced-field', { message, help: `write \`provider: ${shape}\`` });
  }
  if (inSpec.length === 2) {
    if (owner !== undefined) {
      const message = `\`${key}\` belongs under the provider's name, such as \`${owner}\``;
      const shape = `\`provider: { ${owner}: { ${key}: … } }\``;
      return atKey(unknown, 'misplaced-field', { message, help: `write ${shape}` });
    }
    const message = `\`${key}\` is not an OAuth provider`;
    // The rule's own `why` lists all providers.
    const named = typeof value === 'string' && Object.hasOwn(providers, value) ? value : undefined;
    const meant =
      named === undefined
        ? renaming(path, key, meantField(key, fields, has))
        : { help: `write \`${named}: { … }\`` };
    return atKey(unknown, 'oauth-provider-unknown', { message, ...meant });
  }
  if (owners.length === 0) return undefined;
  const message = `\`${key}\` is for \`${owners.join('`, `')}\` only, not for \`${String(inSpec[2])}\``;
  return atKey(unknown, 'oauth-github-only', { message });
}

function fieldsAt(path: Path): Fields {
  const field = fieldAt('https-route', path);
  return (field === undefined ? undefined : fieldsOf(field)) ?? {};
}

/** Reports a key that is valid elsewhere, with the place where it belongs. */
function misplacedKey(unknown: UnknownKey): KeyFinding | undefined {
  const { documentKind, path, key, position } = unknown;
  const words = specOfOverride(path, key) ?? rightPlace(documentKind, key, position);
  return words && atKey(unknown, 'misplaced-field', words);
}

/** `spec` below the name of an environment, as if an override were a resource. */
function specOfOverride(path: Path, key: string): Pick<Finding, 'message' | 'help'> | undefined {
  const [first, environment, more] = path;
  if (first !== 'overrides' || environment === undefined || more !== undefined || key !== 'spec')
    return undefined;
  const owner = quoted(String(environment));
  return {
    message: `an override has no \`spec\`: its fields are directly under ${owner}`,
    help: `delete the line \`spec:\`, and indent what is under it as \`spec\` was`,
  };
}

function rightPlace(
  documentKind: DocumentKind,
  key: string,
  { inSpec, kinds: meant }: FormatPosition,
): Pick<Finding, 'message' | 'help'> | undefined {
  if (key === 'enabled') return undefined;
  const isTopLevel = meant.some((kind) => isWritable(kinds[kind].fields[key]));
  if (inSpec === undefined) return isTopLevel ? { message: `\`${key}\` belongs under \`spec\`` } : undefined;
  if (Object.hasOwn(formatOf(documentKind), key))
    return { message: `\`${key}\` belongs beside \`spec\`, not in it` };
  const here = inSpec.at(-1);
  if (here !== undefined && isTopLevel)
    return { message: `\`${key}\` belongs directly under \`spec\`, not in \`${here}\`` };
  const modules = modulesWith(key, meant).filter((name) => name !== inSpec[0]);
  if (modules.length > 0 && modules.length <= 3) return inModules(key, modules, here);
  return here === undefined ? ofOthers(documentKind, key, meant) : undefined;
}

/** Words for a field of modules of the same kind. */
function inModules(
  key: string,
  modules: readonly string[],
  here: string | number | undefined,
): Pick<Finding, 'message' | 'help'> {
  const message = `\`${key}\` belongs in ${orList(modules)}`;
  if (here !== undefined) return { message: `${message}, not in \`${here}\`` };
  const [module, another] = modules;
  return another === undefined
    ? { message, help: `write it under \`${module}:\`, indented deeper` }
    : { message };
}

/** Words for a field of other kinds. */
function ofOthers(
  documentKind: DocumentKind,
  key: string,
  meant: FormatPosition['kinds'],
): Pick<Finding, 'message'> | undefined {
  const others = kindNames.filter((kind) => !meant.includes(kind));
  const owners = others.filter((kind) => isWritable(kinds[kind].fields[key]));
  if (owners.length > 0)
    return { message: `\`${key}\` is for ${orList(owners)}, not for \`${documentKind}\`` };
  const [module] = modulesWith(key, others);
  return module === undefined
    ? undefined
    : { message: `\`${key}\` belongs in \`${module}\`, which \`${documentKind}\` has not` };
}

/** Reports a key in the form of API responses where the write form differs: `backend: {id}` for `backend_id`. */
function diagnoseReadFormKey(unknown: UnknownKey): KeyFinding | undefined {
  const { path, key, position, value, has } = unknown;
  const found = position.fields === undefined ? undefined : readNames(position.fields).get(key);
  if (found === undefined) return undefined;
  const { name, field } = found;
  const at = [...path, key];
  const written = writeForm(field, value);
  const changes: readonly FixChange[] | undefined = has(name)
    ? [{ remove: at }]
    : written === undefined
      ? undefined
      : [
          { replace: at, with: written },
          { rename: at, to: name },
        ];
  const title = has(name)
    ? `delete \`${key}\``
    : `write \`${name}\` with the ${field.type === 'list' ? 'ids' : 'id'} alone`;
  return atKey(unknown, 'read-form-module', {
    message: `\`${key}\` is how the API answers; it takes \`${name}\``,
    ...(changes === undefined ? { help: title } : { fix: { safety: 'safe', title, changes } }),
  });
}

interface ResponseName {
  readonly name: string;
  readonly field: Field;
}

/** The fields that responses name differently, by the name in responses. */
const readNames = rememberEach(
  (fields: Fields): ReadonlyMap<string, ResponseName> => new Map(Object.entries(fields).flatMap(answeredAs)),
);

function answeredAs([name, field]: [string, Field]): readonly [string, ResponseName][] {
  return field.readAs === undefined ? [] : [[field.readAs, { name, field }]];
}

/** The ids of one Ref or a list of Refs. Undefined if the value is neither. */
function writeForm(field: Field, value: unknown): Json | undefined {
  const refs = Array.isArray(value) ? value : [value];
  const ids: string[] = [];
  for (const ref of refs as unknown[]) {
    const id = typeof ref === 'string' ? ref : idOf(ref);
    if (id === undefined) return undefined;
    ids.push(id);
  }
  if (field.type === 'list') return ids;
  return ids.length === 1 ? ids[0] : undefined;
}

function idOf(ref: unknown): string | undefined {
  if (typeof ref !== 'object' || ref === null || !('id' in ref)) return undefined;
  return typeof ref.id === 'string' ? ref.id : undefined;
}
