/**
 * Reads the document of `plan --format json`, which another job may have written: for the pull request of a fork, that
 * job belongs to a stranger. It has no seal, so every byte may be chosen by an attacker. It must fit the schema, agree
 * with itself, and consist of facts that this version knows; all sentences are made from the facts again.
 */
import { planDigest } from '../../derive/plan-digest.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { MadeBy } from '../../model/plan/made-by.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { schemaProblem } from '../seal/check-shape.ts';
import { isBound, unbound } from './binding.ts';
import { contradiction } from './contradiction.ts';
import type { SavedPlan } from './document.ts';
import { unknownFact } from './facts.ts';
import { planOf } from './plan-of.ts';
import { trapIn } from './trap.ts';
import { newerFormat, rejected, type Unusable } from './unusable.ts';

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
  const problem = newerFormat(document) ?? malformed(trapIn(document) ?? schemaProblem(document));
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
