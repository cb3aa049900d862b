/**
 * Reads the document of `plan --format json`, which another job may have written: for the pull request of a fork, that
 * job belongs to a stranger. It has no seal, so every byte may be chosen by an attacker. It must fit the schema, agree
 * with itself, and consist of facts that this version knows; all sentences are made from the facts again.
 */
import { planDigest } from '../../derive/plan-digest.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { MadeBy, Plan } from '../../model/plan/plan.ts';
import { stepActions } from '../../model/plan/step.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { SavedPlan, SavedStep } from './plan-document.ts';
import { unknownFact } from './saved-facts.ts';
import { planOf } from './plan-of.ts';
import { isBound, newerFormat, rejected, unbound, type Unusable } from './read-saved.ts';
import { schemaProblem } from './check-seal.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { pointerStep } from '../../text/pointer.ts';

/** One word of a shell command, as we quote it: nothing in it is for the shell. */
const word = String.raw`(?:[\w/=.,:@+-]+|<[a-z-]+>|'[^']*'(?:\\''[^']*')*)`;
const ownCommand = new RegExp(`^edgewright(?: ${word})+$`);

/** The plans of a document, one for each environment. They can be shown, but not applied. */
export interface PlanJson {
  readonly plans: readonly Plan[];
  readonly madeBy: MadeBy;
  /** Identifies what the plans do; computed, not read. */
  readonly digest: string;
}

/** About ten times a plan of ten thousand steps. Reading takes a multiple of it in memory. */
const largest = 64 * 1024 * 1024;

export function readPlanJson(text: string): PlanJson | Unusable {
  if (text.length > largest) return rejected({ code: 'too-large', most: largest });
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) return rejected({ code: 'syntax', ...syntax });
  const document = JSON.parse(text) as Json;
  if (!isJsonMap(document) || !Array.isArray(document['plans'])) return rejected({ code: 'not-ours' });
  const problem = newerFormat(document) ?? malformed(unsafeJsonIn(document) ?? schemaProblem(document));
  if (problem !== undefined) return rejected(problem);
  const stated = document['plans'] as unknown as readonly Partial<SavedPlan>[];
  const saved = stated.filter(isBound);
  if (stated.length === 0) return rejected({ code: 'no-steps' });
  if (saved.length < stated.length)
    return rejected({ code: 'malformed', at: unbound(stated.findIndex((plan) => !isBound(plan))) });
  const unfit = unknownIn(saved) ?? malformed(contradiction(saved));
  if (unfit !== undefined) return rejected(unfit);
  const plans = saved.map(planOf);
  const digest = planDigest(plans);
  if (document['digest'] !== digest)
    return rejected({ code: 'malformed', at: '/digest: it is not the digest of these plans' });
  return { plans, madeBy: madeByOf(document, saved), digest };
}

function malformed(at: string | undefined): DocumentProblem | undefined {
  return at === undefined ? undefined : { code: 'malformed', at };
}

function unknownIn(plans: readonly SavedPlan[]): DocumentProblem | undefined {
  for (const [index, plan] of plans.entries()) {
    const at = unknownFact(plan);
    if (at !== undefined) return { code: 'unknown-fact', at: `/plans/${index}${at}` };
  }
  return undefined;
}

/** A saved plan has neither its commit nor its time. */
function madeByOf({ made_by: madeBy }: JsonObject, plans: readonly SavedPlan[]): MadeBy {
  if (madeBy !== undefined) return madeBy as unknown as MadeBy;
  const apis = [...new Set(plans.map(({ bound }) => bound.api))];
  return { version: plans[0]?.bound.tool ?? '', apis };
}

/**
 * The first value of a document that code could misread although it is valid JSON: a `__proto__` field, or a number
 * that is too large and becomes infinite. A JSON pointer and the reason; undefined if there is none. The document must
 * have a limited depth.
 */
function unsafeJsonIn(value: Json, at = ''): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : `${at}: the number is out of range`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (isJsonMap(value) && Object.hasOwn(value, '__proto__'))
    return `${at === '' ? '/' : at}: \`__proto__\` cannot be the name of a field`;
  for (const [name, item] of Object.entries(value) as readonly (readonly [string, Json])[]) {
    const found = unsafeJsonIn(item, `${at}/${pointerStep(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The first place where a document contradicts itself, or where its text is not of the form that only we write: a JSON
 * pointer and the reason. We never write such a document, and a reader would believe one of the two.
 */
function contradiction(plans: readonly SavedPlan[]): string | undefined {
  const seen = new Set<string>();
  for (const [index, plan] of plans.entries()) {
    const at = `/plans/${index}`;
    if (seen.has(plan.environment)) return `${at}/environment: another plan is for \`${plan.environment}\``;
    seen.add(plan.environment);
    const found = wrongCount(plan, at) ?? wrongStep(plan, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function wrongCount({ summary, steps }: SavedPlan, at: string): string | undefined {
  for (const action of stepActions) {
    const count = steps.filter((step) => step.action === action).length;
    if (summary[action] !== count)
      return `${at}/summary/${action}: it is ${summary[action]}, but there are ${count} such steps`;
  }
  return undefined;
}

function wrongStep({ steps }: SavedPlan, at: string): string | undefined {
  for (const [index, step] of steps.entries()) {
    const place = `${at}/steps/${index}`;
    if (!step.address.startsWith(`${step.kind}/`))
      return `${place}/kind: it is \`${step.kind}\`, but the address is \`${step.address}\``;
    const foreign = foreignCommand(step);
    if (foreign !== undefined)
      return `${place}/remedies/${foreign}/command: it is not a command of Edgewright`;
  }
  return undefined;
}

/** The index of a remedy whose command is not ours: people paste these commands into a shell. */
function foreignCommand({ remedies }: SavedStep): number | undefined {
  const index = remedies.findIndex(
    ({ command }) => command !== undefined && (typeof command !== 'string' || !ownCommand.test(command)),
  );
  return index === -1 ? undefined : index;
}
