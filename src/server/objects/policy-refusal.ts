import type { KindName } from '../../kinds/kind.ts';
import {
  isRefusedOnSave,
  mistakesInPolicy,
  writtenPolicyOf,
} from '../../lint/domain/policy/traffic-mistakes.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import type { TrafficPolicySettings } from '../../model/workspace/settings.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { SavedPolicyCheck } from '../context.ts';
import { refusal, type Answer } from '../http/answer.ts';
import { sentenceOf, type Problem } from './body-problem.ts';

const notAPolicy = 2236;

/** The check for traffic policies that the service does not save. What lint only warns of is saved. */
export function savedPolicyCheck(settings?: TrafficPolicySettings): SavedPolicyCheck {
  if (settings?.dialect === 'none') return () => undefined;
  return (kind, spec) => policyRefusal(kind, spec, settings?.actions);
}

function policyRefusal(
  kind: KindName,
  spec: JsonObject,
  ownActions: TrafficPolicySettings['actions'] | undefined,
): Answer | undefined {
  const subject = { address: `${kind}/body`, kind, name: 'body', labels: {}, spec } as const;
  const policy = writtenPolicyOf(subject);
  if (policy === undefined || policy.text.trim() === '') return undefined;
  const { path, parsed } = policy;
  if ('mistakes' in parsed || !isJsonMap(parsed.tree))
    return refused(notAPolicy, [{ path, message: 'must be a traffic policy as JSON or YAML' }]);
  const mistakes = (mistakesInPolicy(subject, ownActions)?.mistakes ?? []).filter(isRefusedOnSave);
  const [first] = mistakes;
  if (first === undefined) return undefined;
  return refused(
    first.code,
    mistakes.map(({ inside, message }) => problemAt([...path, ...inside], message)),
  );
}

function problemAt(path: Path, message: string): Problem {
  return { path, message: `is invalid: ${message}` };
}

function refused(code: number, problems: readonly Problem[]): Answer {
  const { body, ...answer } = refusal(400, sentenceOf(problems));
  return { ...answer, body: { ...body, error_code: `ERR_${code}` } };
}
