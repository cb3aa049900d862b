/**
 * A rollback file lies beside the ledger, in a repository or an artifact: whoever can write there could have a run
 * taken back to what never was. So it is sealed and read like a saved plan: checksum, signature where there is a key,
 * the very bytes that we write, shape.
 */
import { syntaxProblem } from '../../text/json-syntax.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { checkSeal, isObject, type SealCheck, type Signature } from '../seal/check-seal.ts';
import { isRollback } from './rollback-shape.ts';
import type { Rollback } from './rollback.ts';
import { sealOf } from '../seal/seal.ts';

export interface OpenedRollback {
  readonly rollback: Rollback;
  readonly signature: Signature;
}

/** What undoes a run, as text with a seal over it. */
export function rollbackText(rollback: Rollback, key: string | undefined): string {
  const document = JSON.parse(JSON.stringify(rollback)) as JsonObject;
  return printed({ ...document, seal: { ...sealOf(document, key, 'rollback') } });
}

/** A problem is the end of a sentence: "is cut off". */
export function readRollback(
  text: string,
  { run, key }: { readonly run: string; readonly key: string | undefined },
): OpenedRollback | { readonly problem: string } {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) {
    return { problem: `cannot be read at ${syntax.line}:${syntax.column}: ${syntax.what}` };
  }
  const whole = JSON.parse(text) as Json;
  if (!isObject(whole)) return { problem: notOurs };
  const { seal, ...document } = whole;
  const { format } = document;
  if (typeof format === 'number' && format > 2)
    return { problem: `was written by a newer edgewright (format ${format}; this one knows 2)` };
  if (format === 1)
    return { problem: 'was written by an older edgewright: it does not say which fields the run changed' };
  const checked = checkSeal(document, seal, { key, what: 'rollback' });
  if ('fault' in checked) return { problem: faults[checked.fault] };
  if (printed(whole) !== text) return { problem: 'was laid out anew: it is not as edgewright wrote it' };
  if (!isRollback(document)) return { problem: notOurs };
  return document.run === run
    ? { rollback: document, signature: checked.signature }
    : { problem: `is the way back of run ${document.run}, not of ${run}` };
}

function printed(document: JsonObject): string {
  return `${JSON.stringify(document)}\n`;
}

const notOurs = 'is no rollback plan';

const faults: Readonly<Record<Extract<SealCheck, { readonly fault: string }>['fault'], string>> = {
  'no-seal': notOurs,
  damaged: 'was damaged or edited: its checksum does not match',
  unsigned: 'is not signed, and EDGEWRIGHT_PLAN_KEY is set here',
  'other-key': 'is not signed with the key that is set here: its signature does not match',
};
