import type { JournalRecord, LedgerChange } from '../../model/journal/journal.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { isAddress, isAddressOf, isApprovals, isEntry, isIdOf, isPlans, isUnknown } from '../shapes.ts';

/** The record if it has the shape of one; `newer` for a journal of a later version. */
export function readRecord(value: Json): JournalRecord | 'newer' | undefined {
  if (!isJsonMap(value)) return undefined;
  const { type, format, op } = value;
  if (type === 'run' && typeof format === 'number' && format > 1) return 'newer';
  const isRecord =
    type === 'run'
      ? isRun(value)
      : type === 'intent'
        ? isIntent(value)
        : type === 'answer'
          ? isAnswer(value)
          : type === 'sending'
            ? typeof op === 'string' && typeof value['at'] === 'string'
            : (type === 'rejected' || type === 'not-sent') && typeof op === 'string';
  return isRecord ? (value as unknown as JournalRecord) : undefined;
}

function isRun({ format, lineage, environment, serial, fence, run }: JsonObject): boolean {
  return (
    format === 1 &&
    typeof lineage === 'string' &&
    typeof environment === 'string' &&
    Number.isSafeInteger(serial) &&
    Number.isSafeInteger(fence) &&
    isJsonMap(run) &&
    ['id', 'at', 'verb', 'host'].every((name) => typeof run[name] === 'string')
  );
}

function isIntent({ action, address, kind, id, ...create }: JsonObject): boolean {
  const { op, at, edge_id, identity, approvals, sent } = create;
  if (typeof op !== 'string' || typeof at !== 'string' || typeof address !== 'string') return false;
  if (action === 'create') {
    const unknown = { kind, op, since: at, identity, edge_id, approvals } as JsonObject;
    return isUnknown(address, unknown);
  }
  const isChange = (action === 'update' || action === 'delete') && isAddressOf(kind, address) && isIdOf(id);
  return isChange && (sent === undefined || isJsonMap(sent));
}

function isAnswer({ op, isOpen, changes }: JsonObject): boolean {
  if (op !== undefined && typeof op !== 'string') return false;
  if (isOpen !== undefined && isOpen !== true) return false;
  return Array.isArray(changes) && (changes as readonly Json[]).every(isChange);
}

function isChange(value: Json): boolean {
  if (!isJsonMap(value)) return false;
  const { address, entry, from, to, since, how, approvals, plan, api } = value;
  switch (value['change'] as LedgerChange['change']) {
    case 'put':
      return typeof address === 'string' && isEntry(address, entry, false);
    case 'remove':
    case 'drop-orphan':
    case 'absent':
      return isAddress(address);
    case 'doubt':
      return typeof address === 'string' && isUnknown(address, value['create']);
    case 'settled':
      return typeof value['op'] === 'string';
    case 'seen':
      return typeof value['op'] === 'string' && typeof value['at'] === 'string';
    case 'rename':
      return isAddress(from) && isAddress(to);
    case 'orphan':
      return isAddress(address) && typeof since === 'string' && (how === 'retired' || how === 'forgotten');
    case 'use-approvals':
      return approvals !== undefined && isApprovals(approvals, ['address', 'allow', 'change', 'at']);
    case 'apply-plan':
      return plan !== undefined && isPlans([plan]);
    case 'bind':
      return typeof api === 'string';
    default:
      return false;
  }
}
