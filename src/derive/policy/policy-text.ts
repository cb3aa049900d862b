import { Secret, SecretReference } from '../../model/secret.ts';
import type { Json, Spec } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { isTree } from '../forms/tree.ts';
import { activeModule } from '../module-state.ts';
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

/** The policy text of an endpoint, or of a route or an edge unless it is off; otherwise empty. */
export function policyText(spec: Spec): string {
  const { traffic_policy: policy } = spec;
  const value = isTree(policy) ? activeModule(spec, 'traffic_policy')?.['value'] : policy;
  if (value instanceof Secret) return value.reveal();
  if (value instanceof SecretReference) return value.template;
  return typeof value === 'string' ? value : '';
}
