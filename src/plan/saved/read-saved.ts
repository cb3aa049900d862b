/**
 * A saved plan is untrusted: it comes from an artifact, a disk or another machine. Before use, its checksum, its
 * signature (if there is a key), its bytes and its shape are checked, in this order. The bytes must be exactly those
 * that we would write, so that each plan has one text and one meaning.
 */
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { SavedPlan } from './plan-document.ts';
import { unknownFact } from './saved-facts.ts';
import { checkSeal, schemaProblem, sealOf, type Signature } from './check-seal.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';

/** The version of the document that this program reads. */
const known = 1;

export interface OpenedPlan {
  readonly plan: SavedPlan;
  /** The whole document without its seal. */
  readonly document: JsonObject;
  /** Its id, which is the checksum. */
  readonly id: string;
  readonly signature: Signature;
}

interface Reading {
  readonly key: string | undefined;
  readonly print: (document: object) => string;
}

export function savedText(document: JsonObject, { key, print }: Reading): string {
  return print({ ...document, seal: sealOf(document, key, 'plan') });
}

export function readSaved(text: string, { key, print }: Reading): OpenedPlan | Unusable {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) return rejected({ code: 'syntax', ...syntax });
  const whole = JSON.parse(text) as Json;
  if (!isJsonMap(whole)) return rejected({ code: 'not-ours' });
  const { seal, ...document } = whole;
  const newer = newerFormat(document);
  if (newer !== undefined) return rejected(newer);
  if (seal === undefined && Array.isArray(document['plans'])) return rejected({ code: 'report' });
  const checked = checkSeal(document, seal, { key, kind: 'plan' });
  if ('fault' in checked) {
    return rejected({ code: checked.fault === 'no-seal' ? 'not-ours' : checked.fault });
  }
  if (print(whole) !== text) return rejected({ code: 'laid-out' });
  const shape = schemaProblem(document);
  if (shape !== undefined) return rejected({ code: 'malformed', at: shape });
  const plans = document['plans'] as unknown as readonly Partial<SavedPlan>[];
  const [plan] = plans;
  if (plan === undefined) return rejected({ code: 'no-steps' });
  if (plans.length > 1)
    return rejected({ code: 'malformed', at: `/plans: a saved plan has one, not ${plans.length}` });
  if (!isBound(plan)) return rejected({ code: 'malformed', at: unbound(0) });
  const unknown = unknownFact(plan);
  if (unknown !== undefined) return rejected({ code: 'unknown-fact', at: `/plans/0${unknown}` });
  return { plan, document, id: checked.checksum, signature: checked.signature };
}

/** Whether a plan that fits the schema says what it is bound to. Without that, it cannot be shown or applied. */
export function isBound(plan: Partial<SavedPlan>): plan is SavedPlan {
  return plan.bound !== undefined;
}

export function unbound(index: number): string {
  return `/plans/${index}: it does not say what it is bound to`;
}

/** A document that cannot be used, and why. */
export interface Unusable {
  readonly problem: DocumentProblem;
}

export function rejected(problem: DocumentProblem): Unusable {
  return { problem };
}

/** Checked before the shape: a newer document may have any. */
export function newerFormat({ format }: JsonObject): DocumentProblem | undefined {
  return typeof format === 'number' && format > known ? { code: 'newer', format, known } : undefined;
}
