import { isTree } from '../../derive/forms/tree.ts';
import type { Spec, Value } from '../../model/value.ts';
import { isSwitchedOff } from '../compare/stated-enabled.ts';

/** A module that is there and not disabled is applied to traffic. */
export function isOn(module: Value | undefined): module is Spec {
  return isTree(module) && !isSwitchedOff(module);
}

/** The texts of a list; none where there is no list. */
export function itemsOf(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : [];
}
