/** Why a plan may not be applied. How many resources it is about says the list of addresses beside it. */
import type { Json, JsonObject } from '../value.ts';
import { readShaped, type ShapedFact } from './shaped.ts';

/** The limit that applies, and where the base (`ref`) has a stricter one than the files: theirs (`here`). */
const limit = { most: 'number', here: 'number?', ref: 'text?' } as const;

export const refusalFacts = {
  'nothing-declared': { environment: 'text' },
  'less-protected': {},
  'too-many-deletes': limit,
  /** Changed objects, of all in the ledger, and the percentage, rounded up. */
  'too-many-changes': { changed: 'number', known: 'number', percent: 'number', ...limit },
  protected: {},
  'secrets-unset': { names: 'texts' },
  /** `--fail-on`: what has a cause outside the pull request, pending on the base or changed outside. */
  'not-by-pull-request': { causes: 'texts', ref: 'text' },
  'base-unreadable': { problem: 'text', ref: 'text' },
  'base-invalid': { finding: 'text', place: 'text', ref: 'text' },
  'steps-blocked': { option: ['--fail-on blocked', '--stop-on-blocked'] },
} as const;

/** A finding of lint: `resources/a.yaml:3:1`. */
export interface HeldFinding {
  readonly place: string;
  readonly rule: string;
  readonly message: string;
}

const heldFinding = { finding: { place: 'text', rule: 'text', message: 'text' } } as const;
const lintByBase = { 'lint-errors': { ref: 'text', more: 'number' } } as const;

export type RefusalFact =
  | ShapedFact<typeof refusalFacts>
  /** Errors by the lint settings of the base: the first of them, and how many more there are. */
  | (ShapedFact<typeof lintByBase> & { readonly findings: readonly HeldFinding[] });

/** The fact that a document states by code and data; undefined where it is not one of these. */
export function readRefusal(stated: Json): RefusalFact | undefined {
  const held = readShaped(lintByBase, stated);
  if (held === undefined) return readShaped(refusalFacts, stated);
  const { findings } = stated as JsonObject;
  if (!Array.isArray(findings)) return undefined;
  const read = (findings as readonly JsonObject[]).map((one) =>
    readShaped(heldFinding, { code: 'finding', ...one }),
  );
  const known = read.flatMap((one) => {
    if (one === undefined) return [];
    const { code: _code, ...finding } = one;
    return [finding];
  });
  return known.length === read.length ? { ...held, findings: known } : undefined;
}
