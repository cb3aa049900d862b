import { enabledModule } from '../derive/module-state.ts';
import type { Module } from '../kinds/field.ts';
import { kinds } from '../kinds/index.ts';
import type { KindName } from '../kinds/kind.ts';
import type { Spec } from '../model/value.ts';

/** The modules that protect an object. Traffic policies are not looked at. */

export interface RoutedObject {
  readonly kind: KindName;
  readonly spec: Spec;
}

/** The names of the modules that certainly protect an object, in the API's order. */
export function moduleProtection({ kind, spec }: RoutedObject): readonly string[] {
  return protectingModules(kind).filter((name) => enabledModule(spec, name) !== undefined);
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

/** The modules that make a user log in and keep a session. */
export const loginModules: readonly string[] = modulesOf('https-route', ({ isLogin }) => isLogin === true);

/** Whether a login module requires a login for a request. */
export function asksForLogin(module: Spec, { method }: { readonly method: string }): boolean {
  return !(method === 'OPTIONS' && module['options_passthrough'] === true);
}

/** The allow lists of a login provider; membership in any one is enough. */
export const allowLists = ['email_addresses', 'email_domains', 'teams', 'organizations'] as const;

function modulesOf(kind: KindName, isMeant: (module: Module) => boolean): readonly string[] {
  return Object.entries(kinds[kind].fields).flatMap(([name, field]) =>
    field.type === 'module' && isMeant(field.module) ? [name] : [],
  );
}
