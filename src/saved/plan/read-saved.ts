/**
 * A saved plan is untrusted: it comes from an artifact, a disk or another machine. Before use, its checksum, its
 * signature (if there is a key), its bytes and its shape are checked, in this order. The bytes must be exactly those
 * that we would write, so that each plan has one text and one meaning.
 */
import { isJsonMap } from '../../text/json-access.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { shapeProblem } from '../seal/check-shape.ts';
import { checkSeal, type Signature } from '../seal/check-seal.ts';
import type { SavedPlan } from './document.ts';
import { unknownFact } from './facts.ts';
import { syntaxProblem } from '../../text/json-syntax.ts';
import { sealOf } from '../seal/seal.ts';

export interface Opened {
  readonly plan: SavedPlan;
  /** The whole document without its seal. */
  readonly document: JsonObject;
  /** Its id, which is the checksum. */
  readonly id: string;
  readonly signature: Signature;
}

export interface Unusable {
  readonly problem: DocumentProblem;
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
  if (syntax !== undefined) return unusable({ code: 'syntax', ...syntax });
  const whole = JSON.parse(text) as Json;
  if (!isJsonMap(whole)) return unusable({ code: 'not-ours' });
  const { seal, ...document } = whole;
  if (typeof document['format'] === 'number' && document['format'] > 1) {
    return unusable({ code: 'newer', format: document['format'], known: 1 });
  }
  if (seal === undefined && Array.isArray(document['plans'])) return unusable({ code: 'report' });
  const checked = checkSeal(document, seal, { key, what: 'plan' });
  if ('fault' in checked) {
    return unusable({ code: checked.fault === 'no-seal' ? 'not-ours' : checked.fault });
  }
  if (print(whole) !== text) return unusable({ code: 'laid-out' });
  const shape = shapeProblem(document);
  if (shape !== undefined) return unusable({ code: 'malformed', at: shape });
  const [plan] = document['plans'] as unknown as readonly SavedPlan[];
  if (plan === undefined) return unusable({ code: 'no-steps' });
  const unknown = unknownFact(plan);
  if (unknown !== undefined) return unusable({ code: 'unknown-fact', at: unknown });
  return { plan, document, id: checked.checksum, signature: checked.signature };
}

function unusable(problem: DocumentProblem): Unusable {
  return { problem };
}
