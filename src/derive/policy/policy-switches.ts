/**
 * Keys beside the rules of a policy that enable, disable or restrict them. The API documents none; these were observed
 * on the policy, a rule, an action or in its configuration. An unknown key may be a switch as well, so every key that
 * is not purely descriptive is kept and compared.
 */
import type { Json, JsonObject } from '../../model/value.ts';

/** The values of switches by key; if several levels around an action have the same key, the innermost wins. */
export type Switches = Readonly<Record<string, Json>>;

const forPeople = /^(?:name|description|title|id|version|comment|_comment|\$comment|\$schema|labels|tags)$/;
const known = /^(?:enabled?|active|disabled?|skip|on_error|enforced?|dry_?run|log_only|report_only|mode)$/;
const onOrOff = /^(?:enabled?|active|disabled?|skip)$/;

/** All keys except the level's own and descriptive ones. */
export function switchesIn(part: JsonObject, others: readonly string[]): Switches {
  return Object.fromEntries(
    Object.entries(part).filter(([key]) => !others.includes(key) && !forPeople.test(key)),
  );
}

/** Whether a key turns a rule on or off, and does nothing else. */
export function isSwitch(key: string): boolean {
  return onOrOff.test(key);
}

/** A configuration, split into known switches and the rest. */
export function splitConfig(config: Json | undefined): { readonly switches: Switches; readonly rest: Json } {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return { switches: {}, rest: config ?? null };
  const entries = Object.entries(config);
  return {
    switches: Object.fromEntries(entries.filter(([key]) => known.test(key))),
    rest: Object.fromEntries(entries.filter(([key]) => !known.test(key))),
  };
}

/** Whether the switches disable the part. YAML 1.1 reads `off` and `no` as false, so those count too. */
export function isOff(switches: Switches): boolean {
  return Object.entries(switches).some(
    ([key, value]) =>
      (/^(?:enabled?|active)$/.test(key) && isNo(value)) ||
      (/^(?:disabled?|skip)$/.test(key) && isYes(value)),
  );
}

/** Whether nothing around an action or in it may make the service skip it. */
export function isUnswitched({ switches }: { readonly switches: Switches }): boolean {
  return Object.keys(switches).length === 0;
}

/** The switches that differ from their defaults. */
export function activeSwitches(switches: Switches): Switches {
  return Object.fromEntries(Object.entries(switches).filter(([key, value]) => !isAsAlways(key, value)));
}

function isAsAlways(key: string, value: Json): boolean {
  if (/^(?:enabled?|active|enforced?)$/.test(key)) return isYes(value);
  if (/^(?:disabled?|skip|dry_?run|log_only|report_only)$/.test(key)) return isNo(value);
  if (key === 'mode') return value === 'block' || value === 'enforce';
  return key === 'on_error' && value === 'halt';
}

function isNo(value: Json): boolean {
  return value === false || value === 0 || value === null || /^(?:false|off|no|n|f|0)$/i.test(word(value));
}

function isYes(value: Json): boolean {
  return value === true || value === 1 || /^(?:true|on|yes|y|t|1)$/i.test(word(value));
}

function word(value: Json): string {
  return typeof value === 'string' ? value : '';
}
