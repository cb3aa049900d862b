import { isJsonMap } from '../../text/json/json-access.ts';
import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json, Spec, Value } from '../../model/value.ts';
import { parsePolicy } from './traffic-policy.ts';

export type PolicyTree = Readonly<Record<string, Json>>;

/** The parsed policy; an empty tree if there is none or it is disabled, undefined if it cannot be read. */
export function policyTree(spec: Spec): PolicyTree | undefined {
  const text = policyText(spec);
  if (text.trim() === '') return {};
  const parsed = parsePolicy(text);
  if ('problem' in parsed) return undefined;
  return parsed.tree === null ? {} : isJsonMap(parsed.tree) ? parsed.tree : undefined;
}

/** The policy text of an endpoint, or of a route or an edge if it is enabled; otherwise empty. */
export function policyText({ traffic_policy: policy }: Spec): string {
  const value = isModule(policy) ? (policy['enabled'] === false ? undefined : policy['value']) : policy;
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) return value.template;
  return typeof value === 'string' ? value : '';
}

function isModule(value: Value | undefined): value is Spec {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && !(value instanceof Secret) && !(value instanceof SecretReference);
}
