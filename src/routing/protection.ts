/**
 * Decides who may pass an object: its protecting modules, and a traffic policy with guards (assumed). Only what
 * certainly applies protects: a module that may be off does not, nor an action with a switch, nor a policy that cannot
 * be read.
 */
import { maskedValue } from '../derive/forms/masked.ts';
import { enabledModule, moduleState } from '../derive/module-state.ts';
import { guardsOf, isPolicyUnreadable, unreadPolicy } from '../derive/policy/policy-guards.ts';
import { isUnswitched } from '../derive/policy/policy-switches.ts';
import type { Module } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import { canonicalJson } from '../text/hash.ts';
import type { Spec } from '../model/value.ts';

interface RoutedObject {
  readonly kind: KindName;
  readonly spec: Spec;
}

/** The names of what certainly protects an object, in the API's order, and of a policy that cannot be read. */
export function protectionOf(object: RoutedObject): readonly string[] {
  const names = certainProtection(object);
  return isPolicyUnreadable(object.spec) ? [...names, unreadPolicy] : names;
}

export function hasProtection(object: RoutedObject): boolean {
  return certainProtection(object).length > 0;
}

function certainProtection({ kind, spec }: RoutedObject): readonly string[] {
  const modules = protectingModules(kind).filter((name) => enabledModule(spec, name) !== undefined);
  const isPolicyKnown = moduleState(spec, 'traffic_policy') !== 'unknown';
  return isPolicyKnown && guardsOf(spec).some(isUnswitched) ? [...modules, 'traffic_policy'] : modules;
}

/** The modules of a kind that decide who may pass, in the API's order. */
export function protectingModules(kind: KindName): readonly string[] {
  return protecting[kind];
}

const protecting: Readonly<Record<KindName, readonly string[]>> = {
  endpoint: modulesOf('endpoint', isProtecting),
  'https-route': modulesOf('https-route', isProtecting),
  'tls-edge': modulesOf('tls-edge', isProtecting),
};

function isProtecting({ role }: Module): boolean {
  return role === 'protecting';
}

/** The fields that decide who may pass, and as whom, without url and match. */
export function protectionFields(kind: KindName): readonly string[] {
  return [
    ...protectingModules(kind),
    'traffic_policy',
    'tls_termination',
    'user_agent_filter',
    'request_headers',
  ];
}

/** Equal for objects with the same protection. */
export function protectionKey({ kind, spec }: RoutedObject): string {
  return canonicalJson(protectionFields(kind).map((name) => [name, maskedValue(spec[name] ?? null)]));
}

/** The modules that make a user log in and keep a session. */
export const loginModules: readonly string[] = modulesOf('https-route', ({ isLogin }) => isLogin === true);

/** The allow lists of a login provider; membership in any one is enough. */
export const allowLists = ['email_addresses', 'email_domains', 'teams', 'organizations'] as const;

function modulesOf(kind: KindName, isMeant: (module: Module) => boolean): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
    field.type === 'module' && isMeant(field.module) ? [name] : [],
  );
}
