import { isTree } from '../../derive/forms/tree.ts';
import type { Spec, Value } from '../../model/value.ts';
import { isSwitchedOff } from '../compare/stated-enabled.ts';

/** Whether a module applies to traffic: it is present and not disabled. */
export function isOn(module: Value | undefined): module is Spec {
  return isTree(module) && !isSwitchedOff(module);
}

/** The items of a list as strings; empty if the value is not a list. */
export function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}
