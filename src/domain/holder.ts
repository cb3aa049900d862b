import { isTree } from '../derive/forms/tree.ts';
import { guardsOf, isPolicyUnreadable, unreadPolicy } from '../derive/policy/policy-guards.ts';
import { kinds } from '../kinds/index.ts';
import type { Field } from '../kinds/field.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec, Value } from '../model/value.ts';
import type { Address } from '../model/workspace.ts';

/** What may answer a request: a resource as it is written, or an object as it is live. */
export interface Holder {
  /** Its own, or kind and id for what is not a one's in the ledger. */
  readonly address: Address;
  readonly kind: KindName;
  /** Of a live object. */
  readonly id?: string;
  readonly spec: Spec;
}

/** Anyone who has a URL: a holder, or an edge of which only the name is known. */
export interface Owner {
  readonly name: string;
  readonly holder?: Holder;
}

/** A module that is there and not disabled is applied to traffic; the user agent filter has no default. */
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
 * What decides who may pass, in the API's order, as a plan's exposure has it: the modules, and a traffic policy that has
 * actions which keep requests out (our model). One that cannot be read may be such a one, and says so.
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

/** A corpus asks for each of its URLs. */
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
 * Whether anything answers: a route or an edge without a backend, and without a policy that might answer itself, only
 * keeps others from what it matches. An endpoint has no backend of its own.
 */
export function doesAnswer(holder: Pick<Holder, 'kind' | 'spec'>): boolean {
  if (kinds[holder.kind].fields['backend'] === undefined) return true;
  return ['backend', 'traffic_policy'].some((name) => moduleOf(holder, name) !== undefined);
}

/**
 * The same, for what must not be overlooked: only a backend that is switched off answers nothing for certain. One that
 * is not there may come from somewhere else than our files.
 */
export function mayAnswer(holder: Pick<Holder, 'kind' | 'spec'>): boolean {
  return doesAnswer(holder) || !isTree(holder.spec['backend']);
}

/** The items of a list that are texts. */
export function textsOf(value: Value | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Value[]).filter((item) => typeof item === 'string');
}
