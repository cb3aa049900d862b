import { Secret } from '../../model/secret.ts';
import type { JsonObject, Spec, Value } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { isTree } from '../forms/tree.ts';
import { activeModule } from '../module-state.ts';
import { parsePolicy } from './traffic-policy.ts';
import { SecretReference } from '../../model/secret-reference.ts';

/** The parsed policy; an empty tree if there is none or it is disabled, undefined if it cannot be read. */
export function policyTree(spec: Spec): JsonObject | undefined {
  return treeOf(policyText(spec));
}

/** The same with the secrets that its file holds as plain text: to run it, never to print it. */
export function policyToRun(spec: Spec): JsonObject | undefined {
  const value = activePolicy(spec);
  return treeOf(value instanceof SecretReference ? value.written : policyText(spec));
}

function treeOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const parsed = parsePolicy(text);
  if ('mistakes' in parsed) return undefined;
  return parsed.tree === null ? {} : isJsonMap(parsed.tree) ? parsed.tree : undefined;
}

/** The policy text of an endpoint, or of a route or an edge unless it is off; otherwise empty. */
export function policyText(spec: Spec): string {
  const shown = shownText(activePolicy(spec));
  return typeof shown === 'string' ? shown : '';
}

/** The policy of an endpoint, or of a route or an edge unless it is off. */
export function activePolicy(spec: Spec): Value | undefined {
  const { traffic_policy: policy } = spec;
  return isTree(policy) ? activeModule(spec, 'traffic_policy')?.['value'] : policy;
}

/** The text as written in the files, or as it is live. */
export function shownText(value: Value | undefined): Value | undefined {
  if (value instanceof Secret) return value.reveal();
  return value instanceof SecretReference ? value.template : value;
}
