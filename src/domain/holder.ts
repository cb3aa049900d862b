import { isTree } from '../derive/forms/tree.ts';
import { guardsOf, isPolicyUnreadable, unreadPolicy } from '../derive/policy/policy-guards.ts';
import { kinds } from '../kinds/index.ts';
import type { Field } from '../kinds/field.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec, Value } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';

/** An object that may answer requests: a declared resource or a live object. */
export interface Holder {
  /** Its address, or `<kind>/<id>` for an object that is not in the ledger. */
  readonly address: Address;
  readonly kind: KindName;
  /** Only for live objects. */
  readonly id?: string;
  readonly spec: Spec;
}

/** The owner of a URL: a holder, or an edge of which only the name is known. */
export interface Owner {
  readonly name: string;
  readonly holder?: Holder;
}

/**
 * A module that applies to traffic: present and not disabled. The user agent filter, without default, must be enabled.
 */
export function moduleOf({ kind, spec }: Pick<Holder, 'kind' | 'spec'>, name: string): Spec | undefined {
  const module = spec[name];
  const field = kinds[kind].fields[name];
  if (!isTree(module) || field?.type !== 'module') return undefined;
  const isOn = hasNoDefault(field) ? module['enabled'] === true : module['enabled'] !== false;
  return isOn ? module : undefined;
}

function hasNoDefault(field: Field): boolean {
  return field.type === 'module' && field.module.fields['enabled']?.seen === false;
}

/**
 * The names of what decides who may pass, in the API's order, as for a plan's exposure: the modules, and a traffic
 * policy with actions that block requests (assumed). A policy that cannot be read may block requests too, and is listed
 * as unreadable.
 */
export function protectionOf(holder: Pick<Holder, 'kind' | 'spec'>): readonly string[] {
  const { kind, spec } = holder;
  const known = protections.get(spec);
  if (known !== undefined) return known;
  const modules = guards[kind].filter((name) => moduleOf(holder, name) !== undefined);
  const policy =
    guardsOf(spec).length > 0 ? ['traffic_policy'] : isPolicyUnreadable(spec) ? [unreadPolicy] : [];
  const made = [...modules, ...policy];
  protections.set(spec, made);
  return made;
}

/** Cache: a corpus asks for each of its URLs. */
const protections = new WeakMap<Spec, readonly string[]>();

const guards: Readonly<Record<KindName, readonly string[]>> = {
  endpoint: protectingModules('endpoint'),
  'https-route': protectingModules('https-route'),
  'tls-edge': protectingModules('tls-edge'),
};

/** The modules of a kind that decide who may pass. */
export function guardModules(kind: KindName): readonly string[] {
  return guards[kind];
}

function protectingModules(kind: KindName): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
    field.type === 'module' && field.module.role === 'protecting' ? [name] : [],
  );
}

/**
 * Whether a holder answers requests. A route or edge with neither a backend nor a policy, which may answer itself, only
 * occupies its match. An endpoint has no backend of its own.
 */
export function doesAnswer(holder: Pick<Holder, 'kind' | 'spec'>): boolean {
  if (kinds[holder.kind].fields['backend'] === undefined) return true;
  return ['backend', 'traffic_policy'].some((name) => moduleOf(holder, name) !== undefined);
}

/**
 * Like `doesAnswer`, for checks that must not miss an answer: only a present but disabled backend certainly answers
 * nothing. An absent one may have been configured outside the files.
 */
export function mayAnswer(holder: Pick<Holder, 'kind' | 'spec'>): boolean {
  return doesAnswer(holder) || !isTree(holder.spec['backend']);
}

/** The items of a list that are strings. */
export function textsOf(value: Value | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).filter((item) => typeof item === 'string');
}
