import { maskedValue } from '../derive/forms/masked.ts';
import { moduleState } from '../derive/module-state.ts';
import { guardsOf, isPolicyUnreadable, unreadPolicy, type Guard } from '../derive/policy/policy-guards.ts';
import { isUnswitched } from '../derive/policy/policy-switches.ts';
import type { KindName } from '../kinds/kind.ts';
import { type RoutedObject, moduleProtection, protectingModules } from './protecting-modules.ts';
import { canonicalJson } from '../text/json/canonical-json.ts';

/**
 * The protection of a route, an edge or an endpoint, which decides who may pass it: its protecting modules, and a
 * traffic policy with guards (assumed). Only what certainly applies protects: a module that may be off does not, nor an
 * action with a switch, nor a policy that cannot be read.
 */

/** The names of what certainly protects an object, in the API's order, and of a policy that cannot be read. */
export function protectionOf(object: RoutedObject): readonly string[] {
  const names = certainProtection(object);
  return isPolicyUnreadable(object.spec) ? [...names, unreadPolicy] : names;
}

export function hasProtection(object: RoutedObject): boolean {
  return certainProtection(object).length > 0;
}

function certainProtection({ kind, spec }: RoutedObject): readonly string[] {
  const modules = moduleProtection({ kind, spec });
  const isPolicyKnown = moduleState(spec, 'traffic_policy') !== 'unknown';
  return isPolicyKnown && guardsOf(spec).some(isCertain) ? [...modules, 'traffic_policy'] : modules;
}

/** Whether every request meets it. */
function isCertain(guard: Guard): boolean {
  return isUnswitched(guard) && guard.isDoubted !== true;
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
