/**
 * A saved plan comes from somewhere else: an artifact, a disk, another machine. Nothing in it is believed before its
 * checksum, its signature where there is a key, its bytes and its shape are what they must be, in this order. The bytes
 * must be exactly those that we would write, so that there is one text for each plan and no room for a second meaning.
 */
import type { Json, JsonObject } from '../model/value.ts';
import { shapeProblem } from './check-shape.ts';
import type { SavedPlan } from './document.ts';
import { syntaxProblem } from '../derive/json-syntax.ts';
import { isSame, sealOf, type Seal } from './seal.ts';

export interface Opened {
  readonly plan: SavedPlan;
  /** The whole document but for its seal. */
  readonly document: JsonObject;
  /** What it is known by: its checksum. */
  readonly id: string;
  /** `unchecked`: there is one, and no key here. */
  readonly signature: 'valid' | 'unchecked' | 'none';
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
  return print({ ...document, seal: sealOf(document, key) });
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
  if (!isSeal(seal)) return unusable('is no saved plan', notOurs);
  const broken = sealProblem(document, seal, key);
  if (broken !== undefined) return broken;
  if (print(whole) !== text) return unusable('was laid out anew: it is not as edgewright wrote it');
  const shape = shapeProblem(document);
  if (shape !== undefined) return unusable(`is malformed at ${shape}`);
  const [plan] = document['plans'] as unknown as readonly SavedPlan[];
  if (plan === undefined) return unusable('is malformed at /plans: there is none');
  const signature = seal.signature === undefined ? 'none' : key === undefined ? 'unchecked' : 'valid';
  return { plan, document, id: seal.checksum, signature };
}

function sealProblem(document: JsonObject, seal: Seal, key: string | undefined): Unusable | undefined {
  const right = sealOf(document, key);
  if (!isSame(seal.checksum, right.checksum)) {
    return unusable('was damaged or edited after it was saved: its checksum does not match');
  }
  if (right.signature === undefined) return undefined;
  if (seal.signature === undefined) {
    return unusable(
      'is not signed, and EDGEWRIGHT_PLAN_KEY is set here',
      'save it where that key is set, too',
    );
  }
  if (!isSame(seal.signature, right.signature)) {
    return unusable(
      'is not signed with the key that is set here: its signature does not match',
      'set the EDGEWRIGHT_PLAN_KEY that it was saved with, or plan again',
    );
  }
  return undefined;
}

function unusable(problem: string, help?: string): Unusable {
  return { problem, help };
}

function isSeal(
  value: Json | undefined,
): value is { readonly checksum: string; readonly signature?: string } {
  if (!isObject(value)) return false;
  const { checksum, signature, ...more } = value;
  return (
    typeof checksum === 'string' &&
    (signature === undefined || typeof signature === 'string') &&
    Object.keys(more).length === 0
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
