/**
 * A saved plan comes from somewhere else: an artifact, a disk, another machine. Nothing in it is believed before its
 * checksum, its signature where there is a key, its bytes and its shape are what they must be, in this order. The bytes
 * must be exactly those that we would write, so that there is one text for each plan and no room for a second meaning.
 */
import type { Json, JsonObject } from '../../model/value.ts';
import { shapeProblem } from '../seal/check-shape.ts';
import { checkSeal, isObject, type SealCheck, type Signature } from '../seal/check-seal.ts';
import type { SavedPlan } from './document.ts';
import { unknownFact } from './facts.ts';
import { syntaxProblem } from '../../text/json-syntax.ts';
import { sealOf } from '../seal/seal.ts';

export interface Opened {
  readonly plan: SavedPlan;
  /** The whole document but for its seal. */
  readonly document: JsonObject;
  /** What it is known by: its checksum. */
  readonly id: string;
  readonly signature: Signature;
}

export interface Unusable {
  /** The end of a sentence about the file. */
  readonly problem: string;
  /** Undefined where a new one is to be saved in its place. */
  readonly help: string | undefined;
}

interface Reading {
  readonly key: string | undefined;
  /** The text of a document as it is written. */
  readonly print: (document: object) => string;
}

/** Of a file that is something else, and is not to be overwritten. */
const notOurs = 'a saved plan is what `plan --save` wrote';

/** A saved plan as text. */
export function savedText(document: JsonObject, { key, print }: Reading): string {
  return print({ ...document, seal: sealOf(document, key, 'plan') });
}

export function readSaved(text: string, { key, print }: Reading): Opened | Unusable {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    return unusable(`cannot be read at ${syntax.line}:${syntax.column}: ${syntax.what}`);
  }
  const whole = JSON.parse(text) as Json;
  if (!isObject(whole)) return unusable('is no saved plan', notOurs);
  const { seal, ...document } = whole;
  if (typeof document['format'] === 'number' && document['format'] > 1) {
    return unusable(
      `was written by a newer edgewright (format ${document['format']}; this one knows 1)`,
      'apply it with the edgewright that made it, or plan again',
    );
  }
  if (seal === undefined && Array.isArray(document['plans'])) {
    return unusable('is a report, not a saved plan: nothing says that it is whole');
  }
  const checked = checkSeal(document, seal, { key, what: 'plan' });
  if ('fault' in checked) return faults[checked.fault];
  if (print(whole) !== text) return unusable('was laid out anew: it is not as edgewright wrote it');
  const shape = shapeProblem(document);
  if (shape !== undefined) return unusable(`is malformed at ${shape}`);
  const [plan] = document['plans'] as unknown as readonly SavedPlan[];
  if (plan === undefined) return unusable('is malformed at /plans: there is none');
  const unknown = unknownFact(plan);
  if (unknown !== undefined) return unusable(`is malformed at ${unknown}: this version does not know it`);
  return { plan, document, id: checked.checksum, signature: checked.signature };
}

const faults: Readonly<Record<Extract<SealCheck, { readonly fault: string }>['fault'], Unusable>> = {
  'no-seal': unusable('is no saved plan', notOurs),
  damaged: unusable('was damaged or edited after it was saved: its checksum does not match'),
  unsigned: unusable(
    'is not signed, and EDGEWRIGHT_PLAN_KEY is set here',
    'save it where that key is set, too',
  ),
  'other-key': unusable(
    'is not signed with the key that is set here: its signature does not match',
    'set the EDGEWRIGHT_PLAN_KEY that it was saved with, or plan again',
  ),
};

function unusable(problem: string, help?: string): Unusable {
  return { problem, help };
}
