/**
 * A rollback file is stored next to the ledger, in a repository or an artifact; a manipulated one could make an undo
 * set any state. So it is sealed and checked like a saved plan: checksum, signature if there is a key, exact bytes,
 * shape.
 */
import { isKindName, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { DocumentProblem } from '../../model/facts/document-problem.ts';
import { readRollbackLoss } from '../../model/facts/rollback.ts';
import { stepActions } from '../../model/plan/step.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Rollback } from './rollback.ts';
import { checkSeal, sealOf, type Signature } from '../saved/check-seal.ts';
import { isJsonList, isJsonMap } from '../../text/json/json-access.ts';
import { syntaxProblem } from '../../text/json/json-syntax.ts';

/** The serial of the ledger after the run, and a count if there are several runs with it. */
const runPattern = /^\d+(?:-\d+)?$/;
const idPattern = /^[0-9A-Za-z-]{1,64}$/;

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
  const checked = checkSeal(document, seal, { key, kind: 'rollback' });
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

/** Whether a document has exactly the properties and types that we write. */
function isRollback(document: JsonObject): document is JsonObject & Rollback {
  const { format, environment, lineage, api, run, id, at, objects, ...more } = document;
  return (
    format === 4 &&
    [environment, lineage, api, at].every((value) => typeof value === 'string') &&
    typeof run === 'string' &&
    runPattern.test(run) &&
    typeof id === 'string' &&
    idPattern.test(id) &&
    isJsonList(objects) &&
    objects.every(isRollbackObject) &&
    isEmpty(more)
  );
}

function isRollbackObject(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { address, action, formerly, id, uid, entry, orphan, fields, lost, ...more } = value;
  const kind = kindOf(address);
  return (
    kind !== undefined &&
    stepActions.some((stepAction) => stepAction === action) &&
    (formerly === undefined || kindOf(formerly) === kind) &&
    isTextOrNone(id) &&
    isTextOrNone(uid) &&
    (entry === undefined || isEntry(entry, kind)) &&
    (orphan === undefined || isOrphan(orphan, kind)) &&
    isJsonMap(fields) &&
    Object.entries(fields).every(
      ([name, field]) => Object.hasOwn(kinds[kind].fields, name) && isTouched(field),
    ) &&
    isJsonList(lost) &&
    lost.every((loss) => readRollbackLoss(loss) !== undefined) &&
    isEmpty(more)
  );
}

function isTouched(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { was: _was, left: _left, ...more } = value;
  return isEmpty(more);
}

function isEntry(value: Json, entryKind: KindName): boolean {
  if (!isJsonMap(value)) return false;
  const { uid, kind, id, edge_id, applied, observed, observed_at, is_protected, origin, ...more } = value;
  return (
    kind === entryKind &&
    [uid, id, observed_at].every((text) => typeof text === 'string') &&
    [edge_id, origin].every(isTextOrNone) &&
    isJsonMap(observed) &&
    (applied === undefined || isJsonMap(applied)) &&
    typeof is_protected === 'boolean' &&
    isEmpty(more)
  );
}

function isOrphan(value: Json, entryKind: KindName): boolean {
  if (!isJsonMap(value)) return false;
  const { since, how, ...entry } = value;
  return typeof since === 'string' && (how === 'retired' || how === 'forgotten') && isEntry(entry, entryKind);
}

function kindOf(address: Json | undefined): KindName | undefined {
  if (typeof address !== 'string') return undefined;
  const [kind = '', name = '', ...more] = address.split('/');
  return isKindName(kind) && name !== '' && more.length === 0 ? kind : undefined;
}

function isTextOrNone(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
}

function isEmpty(more: object): boolean {
  return Object.keys(more).length === 0;
}
