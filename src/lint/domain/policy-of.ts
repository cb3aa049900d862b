import { parsePolicy, type ParsedPolicy } from '../../derive/traffic-policy.ts';
import { SecretReference } from '../../model/secret.ts';
import type { Path } from '../../model/value.ts';
import type { Subject } from '../rule.ts';
import { rememberLast } from './remember-last.ts';
import { activeModule } from './values.ts';

/** The traffic policy of a resource: directly on an endpoint, in a module elsewhere (API 2.7, 4.1). */
export interface PolicyText {
  readonly path: Path;
  readonly text: string;
  readonly parsed: ParsedPolicy;
}

const parse = rememberLast(parsePolicy);

export function policyOf({ kind, spec }: Subject): PolicyText | undefined {
  const isDirect = kind === 'endpoint';
  const value = isDirect ? spec['traffic_policy'] : activeModule(spec, 'traffic_policy')?.['value'];
  const text = value instanceof SecretReference ? value.template : value;
  if (typeof text !== 'string') return undefined;
  const path = isDirect ? ['traffic_policy'] : ['traffic_policy', 'value'];
  return { path, text, parsed: parse(text) };
}
