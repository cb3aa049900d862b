import { isTree } from '../../../derive/forms/tree.ts';
import { parsePolicy, type ParsedPolicy } from '../../../derive/policy/traffic-policy.ts';
import { SecretReference } from '../../../model/secret.ts';
import type { Json, Path } from '../../../model/value.ts';
import { readYaml } from '../../../workspace/yaml/read-yaml.ts';
import type { Subject } from '../../rule.ts';
import { plainValue } from '../../shape/plain-value.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { activeModule } from '../../../derive/module-state.ts';

/** The traffic policy of a resource: on endpoints a field of its own, on other kinds inside a module. */
export interface ParsedPolicyText {
  readonly path: Path;
  readonly text: string;
  readonly parsed: ParsedPolicy;
}

const parse = rememberLast(readPolicy);

/** Like `parsePolicy`, but plain YAML goes through our own reader, which is ten times as fast. */
function readPolicy(text: string): ParsedPolicy {
  if (/^\s*[[{]/.test(text)) return parsePolicy(text);
  const { documents, diagnostics } = readYaml({ path: '', text });
  const root = documents[0]?.root;
  const isEveryday = diagnostics.length === 0 && documents.length === 1 && root !== undefined;
  return isEveryday ? { tree: plainValue(root) as Json } : parsePolicy(text);
}

export function policyOf(subject: Subject): ParsedPolicyText | undefined {
  const { kind, spec } = subject;
  const isActive = kind === 'endpoint' || activeModule(spec, 'traffic_policy') !== undefined;
  return isActive ? writtenPolicyOf(subject) : undefined;
}

/** Like `policyOf`, but also returns the policy of a disabled module. */
export function writtenPolicyOf({ kind, spec }: Subject): ParsedPolicyText | undefined {
  const isDirect = kind === 'endpoint';
  const module = spec['traffic_policy'];
  const value = isDirect ? module : isTree(module) ? module['value'] : undefined;
  const text = value instanceof SecretReference ? value.template : value;
  if (typeof text !== 'string') return undefined;
  const path = isDirect ? ['traffic_policy'] : ['traffic_policy', 'value'];
  return { path, text, parsed: parse(text) };
}
