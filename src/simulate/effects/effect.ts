/** The consequence of a module or an action for a request, and what all effects ask. */
import { replaceSecretReferences, secretNamesIn } from '../../model/secret-reference.ts';
import type { PhaseName } from '../../kinds/policy/phases.ts';
import type { SimulationPlace } from '../../model/traffic/simulation.ts';
import type { Json } from '../../model/value.ts';
import { jsonItems } from '../../text/json/json-access.ts';
import type { RequestMessage, ResponseMessage } from '../messages.ts';
import type { ProgramAction } from '../policy-program.ts';
import type { Results } from '../moment.ts';
import { replacementText } from '../replacements.ts';
import { asText } from '../scope-values.ts';
import type { Ask } from '../unknown/term.ts';
import type { Knowable, Unknown } from '../../model/traffic/unknown.ts';
import type { Contradiction } from '../../model/traffic/contradiction.ts';
import type { RequestFacts } from '../../model/traffic/request-facts.ts';

/** A request that a policy sends: its URL, and its settings with their values, as text. */
export interface PolicyCall {
  /** Its method may change something at the service. */
  readonly isWriting: boolean;
  readonly url: string;
  readonly text: string;
}

/** A moment of one request at one resource. */
export interface EffectInput {
  readonly facts: RequestFacts;
  /** The request is not given: answers what is asked about it. */
  readonly ask?: Ask | undefined;
  /** Tells of a request that a policy sends itself, where the request is not given: its URL, and all of it, as text. */
  readonly noteCall?: ((call: PolicyCall) => void) | undefined;
  /** The name of an id in `ids`, or the id itself. */
  readonly nameOf: (id: string) => string;
  readonly phase: PhaseName;
  /** Where the module or the action is written. */
  readonly at: SimulationPlace;
  readonly request: RequestMessage;
  readonly response?: ResponseMessage | undefined;
  /** The value of a text with `${…}`; as a whole with its type. */
  readonly fill: (text: string) => Knowable<string>;
  readonly value: (text: string, more: PolicyVars) => Knowable<unknown>;
  /** The value of an expression. */
  readonly evaluate: (expression: string) => Knowable<unknown>;
  /** An assumption about an unknown fact; `about` tells the questions about one fact apart. */
  readonly decide: (unknown: Unknown, about: string) => boolean;
  /** Tells of a fact that cannot be; the request then decides. */
  readonly contradict: (contradiction: Contradiction) => void;
}

/** The variables that a policy has set, by name. */
export type PolicyVars = ReadonlyMap<string, Knowable<unknown>>;

/** The consequence of a module or an action. */
export type TrafficEffect =
  | { readonly does: 'passed'; readonly results?: Results }
  | {
      readonly does: 'changed';
      readonly request?: RequestMessage;
      readonly response?: ResponseMessage;
      readonly vars?: PolicyVars;
      readonly results?: Results;
    }
  | {
      readonly does: 'refused';
      /** No response phase follows; by default it is not documented whether one does. */
      readonly isFinal?: true;
      readonly status: Knowable<number>;
      readonly headers?: Readonly<Record<string, Knowable<string>>>;
    }
  | { readonly does: 'asked'; readonly providers: readonly string[] }
  /** `isUnclear`: whether the response phase follows is not documented. */
  | {
      readonly does: 'responded';
      readonly response: ResponseMessage;
      readonly isUnclear?: true;
      readonly results?: Results;
    }
  | { readonly does: 'closed' }
  /** The request ends here; how, is not known. */
  | { readonly does: 'ended'; readonly unknown: Unknown }
  /** `continues`: the next action runs if the target does not answer. */
  | { readonly does: 'forwarded'; readonly url: Knowable<string>; readonly continues: boolean };

export type ActionFunction = (action: ProgramAction, input: EffectInput) => TrafficEffect;

export const passed: TrafficEffect = { does: 'passed' };

export function undocumented(of: string, { decide }: EffectInput): TrafficEffect {
  const unknown: Unknown = { why: 'undocumented', of };
  return decide(unknown, of) ? { does: 'refused', status: { unknown } } : passed;
}

/** The end of a request by an action that the dialect lacks. */
export function endedBy(type: string): TrafficEffect {
  return { does: 'ended', unknown: { why: 'undocumented', of: type } };
}

/** An action that only reports refuses nothing. */
export function isEnforced({ config }: ProgramAction): boolean {
  return config['enforce'] !== false;
}

export function refusalBy(action: ProgramAction): TrafficEffect {
  return isEnforced(action) ? { does: 'refused', status: action.action?.refusal ?? 403 } : passed;
}

export function checked(
  action: ProgramAction,
  { isRight, results }: { readonly isRight: boolean; readonly results: Results },
): TrafficEffect {
  return isRight || !isEnforced(action) ? { does: 'passed', results } : refusalBy(action);
}

/** The status of a response that the service makes and no documentation names. */
export function errorStatus({ given }: RequestFacts, of: string): Knowable<number> {
  return (
    given.error_status ?? {
      unknown: { why: 'undocumented', of: `the status of ${of}`, give: 'given.error_status', isError: true },
    }
  );
}

export function filled(value: Json, input: EffectInput): Knowable<string> {
  return withStandIns(typeof value === 'string' ? input.fill(value) : asText(value), input.facts);
}

/** The text of a replacement, in which `${1}` is a group of the pattern. */
export function filledReplacement(value: Json, input: EffectInput): Knowable<string> {
  return replacementText(asText(value), (part) => filled(part, input));
}

/** A text with the references to secrets of the workspace replaced by the stand-ins that a test gives. */
export function withStandIns(text: Knowable<string>, { given }: RequestFacts): Knowable<string> {
  if (typeof text !== 'string') return text;
  const missing = secretNamesIn(text).find((name) => given.secrets?.[name] === undefined);
  if (missing !== undefined)
    return { unknown: { why: 'not-given', of: `$(secret:${missing})`, give: `given.secrets.${missing}` } };
  return replaceSecretReferences(text, (name) => given.secrets?.[name] ?? '');
}

export function textList(value: Json | undefined): readonly string[] {
  return jsonItems(value).filter((item) => typeof item === 'string');
}

export function numberIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
