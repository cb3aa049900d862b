import type { Json, JsonObject } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped-fact.ts';

/**
 * The reasons why a plan may not be applied. The refusal has the list of addresses beside it, so no fact counts them.
 */

/**
 * The limit that applies; if the base (`ref`) is stricter than the files, `most` is its limit and `here` that of the
 * files.
 */
const limit = { most: 'number', here: 'number?', ref: 'text?' } as const;

export const refusalFacts = {
  'nothing-declared': { environment: 'text' },
  'less-protected': {},
  'too-many-deletes': limit,
  /** Changed objects, all objects in the ledger, and the percentage, rounded up. */
  'too-many-changes': { changed: 'number', known: 'number', percent: 'number', ...limit },
  protected: {},
  'secrets-unset': { names: 'texts' },
  /** `--fail-on`: causes outside the pull request, that is, pending on the base or changed outside Edgewright. */
  'not-by-pull-request': { causes: 'texts', ref: 'text' },
  'base-unreadable': { problem: 'text', ref: 'text' },
  'base-invalid': { finding: 'text', place: 'text', ref: 'text' },
  /** Tests that fail, or are undecided, when the steps are done. */
  'tests-failed': { names: 'texts' },
  'steps-blocked': {},
} as const;

/** A lint finding; `place` is like `resources/a.yaml:3:1`. */
export interface FindingFact {
  readonly place: string;
  readonly rule: string;
  readonly message: string;
}

const findingFact = { finding: { place: 'text', rule: 'text', message: 'text' } } as const;
const lintByBase = { 'lint-errors': { ref: 'text', more: 'number' } } as const;

export type RefusalFact =
  | ShapedFact<typeof refusalFacts>
  /** Errors by the lint settings of the base: the first ones, and the number of the others. */
  | (ShapedFact<typeof lintByBase> & { readonly findings: readonly FindingFact[] });

/** Reads a refusal from a document (code and data); undefined if it is not one of these facts. */
export function readRefusal(stated: Json): RefusalFact | undefined {
  const fact = readShaped(lintByBase, stated);
  if (fact === undefined) return readShaped(refusalFacts, stated);
  const { findings } = stated as JsonObject;
  if (!Array.isArray(findings)) return undefined;
  const read = (findings as readonly JsonObject[]).map((refusal) =>
    readShaped(findingFact, { code: 'finding', ...refusal }),
  );
  const known = read.flatMap((refusal) => {
    if (refusal === undefined) return [];
    const { code: _code, ...finding } = refusal;
    return [finding];
  });
  return known.length === read.length ? { ...fact, findings: known } : undefined;
}
