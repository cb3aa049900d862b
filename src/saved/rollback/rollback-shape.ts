import { isJsonMap } from '../../text/json/json-access.ts';
import type { StepAction } from '../../model/plan/step.ts';
import { isKindName, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { readRollbackLoss } from '../../model/facts/rollback.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import type { Rollback } from './rollback.ts';

/** Whether a document has exactly the properties and types that we write. */
export function isRollback(document: JsonObject): document is JsonObject & Rollback {
  const { format, environment, lineage, api, run, id, at, objects, ...more } = document;
  return (
    format === 4 &&
    [environment, lineage, api, at].every((value) => typeof value === 'string') &&
    typeof run === 'string' &&
    runPattern.test(run) &&
    typeof id === 'string' &&
    idPattern.test(id) &&
    isList(objects) &&
    objects.every(isRollbackObject) &&
    isEmpty(more)
  );
}

/** The serial of the ledger after the run, and a count if there are several runs with it. */
const runPattern = /^\d+(?:-\d+)?$/;

const idPattern = /^[0-9A-Za-z-]{1,64}$/;

const actions: Readonly<Record<StepAction, true>> = {
  create: true,
  update: true,
  delete: true,
  adopt: true,
  retire: true,
  forget: true,
  drift: true,
  keep: true,
  blocked: true,
};

function isRollbackObject(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { address, action, formerly, id, uid, entry, orphan, fields, lost, ...more } = value;
  const kind = kindOf(address);
  return (
    kind !== undefined &&
    typeof action === 'string' &&
    Object.hasOwn(actions, action) &&
    (formerly === undefined || kindOf(formerly) === kind) &&
    isTextOrNone(id) &&
    isTextOrNone(uid) &&
    (entry === undefined || isEntry(entry, kind)) &&
    (orphan === undefined || isOrphan(orphan, kind)) &&
    isJsonMap(fields) &&
    Object.entries(fields).every(
      ([name, field]) => Object.hasOwn(kinds[kind].fields, name) && isTouched(field),
    ) &&
    isList(lost) &&
    lost.every((loss) => readRollbackLoss(loss) !== undefined) &&
    isEmpty(more)
  );
}

function isTouched(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { was: _was, left: _left, ...more } = value;
  return isEmpty(more);
}

function isEntry(value: Json, own: KindName): boolean {
  if (!isJsonMap(value)) return false;
  const { uid, kind, id, edge_id, applied, observed, observed_at, is_protected, origin, ...more } = value;
  return (
    kind === own &&
    [uid, id, observed_at].every((text) => typeof text === 'string') &&
    [edge_id, origin].every(isTextOrNone) &&
    isJsonMap(observed) &&
    (applied === undefined || isJsonMap(applied)) &&
    typeof is_protected === 'boolean' &&
    isEmpty(more)
  );
}

function isOrphan(value: Json, own: KindName): boolean {
  if (!isJsonMap(value)) return false;
  const { since, how, ...entry } = value;
  return typeof since === 'string' && (how === 'retired' || how === 'forgotten') && isEntry(entry, own);
}

function kindOf(address: Json | undefined): KindName | undefined {
  if (typeof address !== 'string') return undefined;
  const [kind = '', name = '', ...more] = address.split('/');
  return isKindName(kind) && name !== '' && more.length === 0 ? kind : undefined;
}

function isTextOrNone(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string';
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isEmpty(more: object): boolean {
  return Object.keys(more).length === 0;
}
