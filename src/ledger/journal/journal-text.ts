/**
 * The text of a journal: one record a line, with its length in bytes, a checksum, and in the JSON its number (`n`) and
 * the checksum of the line before (`after`). With a key, a signature follows the checksum.
 *
 * A crash can leave a last line that is cut off: it was never durable, so it is dropped. Everything else that does not
 * fit (a changed byte, a missing line) is damage.
 */
import { sha256Of } from '../../text/hash.ts';
import { signatureOf } from '../../derive/signature.ts';
import {
  isAddress,
  isAddressOf,
  isApprovals,
  isEntry,
  isIdOf,
  isPlans,
  isRunAbout,
  isUnknown,
} from '../shapes.ts';
import { sealProblem } from '../text/seal-problem.ts';
import type { JournalRecord } from '../../model/ledger/journal.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import type { LedgerChange } from '../../model/ledger/ledger-change.ts';

/** The end of a journal that the next line continues. */
export interface JournalEnd {
  readonly lines: number;
  /** The checksum of the last one; empty for a new journal. */
  readonly sum: string;
}

export const emptyJournal: JournalEnd = { lines: 0, sum: '' };

/** The lines for these records, and the end after them. */
export function journalLines(
  records: readonly JournalRecord[],
  { lines, sum }: JournalEnd,
  key?: string,
): { readonly text: string; readonly end: JournalEnd } {
  let end = { lines, sum };
  let text = '';
  for (const record of records) {
    const json = JSON.stringify({ n: end.lines + 1, after: end.sum, record });
    end = { lines: end.lines + 1, sum: sumOf(json) };
    const seal = key === undefined ? '' : `:${signatureOf(json, key, 'journal')}`;
    text += `${Buffer.byteLength(json)} ${end.sum}${seal} ${json}\n`;
  }
  return { text, end };
}

export type ParsedJournal =
  | { readonly records: readonly JournalRecord[] }
  | {
      readonly problem: string;
      /** Those before the damage. */
      readonly records: readonly JournalRecord[];
      /** Written by a later version. */
      readonly isNewer?: true;
      /** Whole, but not sealed with the key. */
      readonly isUnsealed?: true;
    };

/** Parses a journal. A problem is a clause: "its line 3 is damaged". */
export function parseJournal(text: string, key?: string): ParsedJournal {
  const records: JournalRecord[] = [];
  let after = '';
  let start = 0;
  while (start < text.length) {
    const line = lineAt(text, start);
    if (line?.n !== records.length + 1 || line.after !== after) {
      return isCutOff(text, start)
        ? { records }
        : { records, problem: `its line ${records.length + 1} is damaged` };
    }
    const unsealed = sealProblem(line.seal, { text: line.json, key, what: 'journal' });
    if (unsealed !== undefined)
      return { records, problem: `of its line ${records.length + 1}: ${unsealed}`, isUnsealed: true };
    const record = readRecord(line.record);
    if (record === 'newer') return { records, problem: 'a newer edgewright wrote it', isNewer: true };
    if (record === undefined) return { records, problem: `its line ${records.length + 1} is malformed` };
    records.push(record);
    after = line.sum;
    start = line.end;
  }
  return { records };
}

interface Line {
  readonly n: number;
  readonly after: string;
  readonly sum: string;
  readonly seal: string | undefined;
  readonly json: string;
  readonly record: Json;
  /** The offset of the next line. */
  readonly end: number;
}

function lineAt(text: string, start: number): Line | undefined {
  const stop = text.indexOf('\n', start);
  if (stop < 0) return undefined;
  const [, bytes, sum = '', seal, json = ''] =
    /^(\d{1,9}) ([0-9a-f]{32})(?::([0-9a-f]{64}))? (\{.*\})$/.exec(text.slice(start, stop)) ?? [];
  if (Number(bytes) !== Buffer.byteLength(json) || sumOf(json) !== sum) return undefined;
  const value = JSON.parse(json) as Json;
  if (!isJsonMap(value)) return undefined;
  const { n, after, record } = value;
  if (typeof n !== 'number' || typeof after !== 'string' || record === undefined) return undefined;
  return { n, after, sum, seal, json, record, end: stop + 1 };
}

/** Whether the rest is what a crash leaves: part of one line, or zeros where bytes never reached the disk. */
function isCutOff(text: string, start: number): boolean {
  const rest = text.slice(start).replace(/\0+$/, '');
  return !rest.includes('\n');
}

function sumOf(json: string): string {
  return sha256Of(json).slice(0, 32);
}

/** The record if it has the shape of one; `newer` for a journal of a later version. */
function readRecord(value: Json): JournalRecord | 'newer' | undefined {
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
    isRunAbout(run)
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
      return typeof address === 'string' && isEntry(address, entry, 'resources');
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
