/**
 * A rollback file is stored next to the ledger, in a repository or an artifact; a manipulated one could make an undo
 * set any state. So it is sealed and checked like a saved plan: checksum, signature if there is a key, exact bytes,
 * shape.
 */
import { isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { checkSeal, type Signature } from '../seal/check-seal.ts';
import { isRollback } from './rollback-shape.ts';
import type { Rollback } from './rollback.ts';
import { sealOf } from '../seal/seal.ts';

export interface OpenedRollback {
  readonly rollback: Rollback;
  readonly signature: Signature;
}

/** The rollback file of a run, as sealed text. */
export function rollbackText(rollback: Rollback, key: string | undefined): string {
  const document = JSON.parse(JSON.stringify(rollback)) as JsonObject;
  return printed({ ...document, seal: { ...sealOf(document, key, 'rollback') } });
}

export function readRollback(
  text: string,
  { run, key }: { readonly run: string; readonly key: string | undefined },
): OpenedRollback | { readonly problem: DocumentProblem } {
  const syntax = syntaxProblem(text);
  if (syntax !== undefined) return { problem: { code: 'syntax', ...syntax } };
  const whole = JSON.parse(text) as Json;
  if (!isJsonMap(whole)) return { problem: { code: 'not-ours' } };
  const { seal, ...document } = whole;
  const { format } = document;
  if (typeof format === 'number' && format > known) return { problem: { code: 'newer', format, known } };
  if (typeof format === 'number' && format < known) return { problem: { code: 'old-rollback' } };
  const checked = checkSeal(document, seal, { key, what: 'rollback' });
  if ('fault' in checked)
    return { problem: { code: checked.fault === 'no-seal' ? 'not-ours' : checked.fault } };
  if (printed(whole) !== text) return { problem: { code: 'laid-out' } };
  if (!isRollback(document)) return { problem: { code: 'not-ours' } };
  return document.run === run
    ? { rollback: document, signature: checked.signature }
    : { problem: { code: 'other-run', run: document.run, own: run } };
}

/** The format that this version writes. */
const known = 4;

function printed(document: JsonObject): string {
  return `${JSON.stringify(document)}\n`;
}
