/**
 * Whether a module applies to traffic. API 2.6 states that it does unless `enabled` is false. The user agent filter has
 * no stated default, so without `enabled` its state is unknown, as with an `enabled` that is not a boolean. A check
 * must choose the safe side: only a module that is certainly on protects, and only one that is certainly off changes
 * nothing.
 */
import { kindNames, kinds } from '../kinds/index.ts';
import type { Field } from '../kinds/field.ts';
import type { Json, Spec, Value } from '../model/value.ts';
import { isTree, type Tree } from './forms/tree.ts';

export type ModuleState = 'on' | 'off' | 'unknown';

export function moduleState(spec: Spec, name: string): ModuleState {
  const module = spec[name];
  if (!isTree(module)) return 'off';
  const enabled = module['enabled'];
  if (typeof enabled === 'boolean') return enabled ? 'on' : 'off';
  return enabled === undefined && statedOn.has(name) ? 'on' : 'unknown';
}

/** The module if it is certainly on. */
export function enabledModule(spec: Spec, name: string): Tree | undefined {
  return moduleState(spec, name) === 'on' ? (spec[name] as Tree) : undefined;
}

/** The module unless it is certainly off. */
export function activeModule(spec: Spec, name: string): Tree | undefined {
  return moduleState(spec, name) === 'off' ? undefined : (spec[name] as Tree);
}

/** The module after a change, if it is as certainly on as it was before. */
export function stillOn(before: Spec, after: Spec, name: string): Tree | undefined {
  const [stateBefore, stateAfter] = [moduleState(before, name), moduleState(after, name)];
  return stateAfter === 'on' || (stateAfter === 'unknown' && stateBefore === 'unknown')
    ? (after[name] as Tree)
    : undefined;
}

/** Whether a module is present and disabled, as opposed to absent. */
export function isSwitchedOff(module: Value | Json | undefined): boolean {
  return isTree(module) && module['enabled'] === false;
}

/**
 * The module with `enabled` filled in from the stated default. Without it, a login switched off outside would look like
 * an undeclared field.
 */
export function withStatedEnabled<Side extends Value | Json>(
  field: Field,
  module: Side | undefined,
): Side | undefined {
  if (!isStatedOn(field) || typeof module !== 'object' || module === null) return module;
  if (Object.hasOwn(module, 'enabled')) return module;
  return { enabled: true, ...(module as object) } as unknown as Side;
}

/** Whether the field is a module that is on when `enabled` is absent. */
export function isStatedOn(field: Field): boolean {
  return field.type === 'module' && field.module.fields['enabled']?.seen === true;
}

/** The names of the modules that are on when `enabled` is absent. */
const statedOn: ReadonlySet<string> = new Set(
  kindNames.flatMap((kind) =>
    Object.entries(kinds[kind].fields).flatMap(([name, field]) => (isStatedOn(field) ? [name] : [])),
  ),
);
