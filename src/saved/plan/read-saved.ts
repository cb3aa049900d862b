/**
 * A saved plan is untrusted: it comes from an artifact, a disk or another machine. Before use, its checksum, its
 * signature (if there is a key), its bytes and its shape are checked, in this order. The bytes must be exactly those
 * that we would write, so that each plan has one text and one meaning.
 */
import { isJsonMap } from '../../text/json/json-access.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { schemaProblem } from '../seal/check-shape.ts';
import { checkSeal, type Signature } from '../seal/check-seal.ts';
import type { SavedPlan } from './document.ts';
import { isBound, unbound } from './binding.ts';
import { unknownFact } from './facts.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import { sealOf } from '../seal/seal.ts';
import { newerFormat, rejected, type Unusable } from './unusable.ts';

export interface Opened {
  readonly plan: SavedPlan;
  /** The whole document without its seal. */
  readonly document: JsonObject;
  /** Its id, which is the checksum. */
  readonly id: string;
  readonly signature: Signature;
}

interface Reading {
  readonly key: string | undefined;
  /** Prints a document as it is saved. */
  readonly print: (document: object) => string;
}

/** The text of a saved plan. */
export function savedText(document: JsonObject, { key, print }: Reading): string {
  return print({ ...document, seal: sealOf(document, key, 'plan') });
}

export function readSaved(text: string, { key, print }: Reading): Opened | Unusable {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) return rejected({ code: 'syntax', ...syntax });
  const whole = JSON.parse(text) as Json;
  if (!isJsonMap(whole)) return rejected({ code: 'not-ours' });
  const { seal, ...document } = whole;
  const newer = newerFormat(document);
  if (newer !== undefined) return rejected(newer);
  if (seal === undefined && Array.isArray(document['plans'])) return rejected({ code: 'report' });
  const checked = checkSeal(document, seal, { key, what: 'plan' });
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
