import { isJsonMap } from '../text/json-access.ts';
import { createHash } from 'node:crypto';
import { canonicalJson, hashOf } from '../text/hash.ts';
import type { LedgerState } from '../model/ledger.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { isApprovals, isEntry, isMoved, isPlans, isUnknown, isUnsettled } from './shapes.ts';

/**
 * The ledger's text on disk: canonical JSON with each field, entry and approval on its own line, so that git shows
 * which entries differ, and with a checksum of everything else. Line breaks are not part of the checksum.
 */
export function ledgerText(state: LedgerState): string {
  const fields = Object.entries(state as unknown as JsonObject).map(([name, value]): Field => {
    const lines = linesOf(name, value);
    if (lines === undefined) return [name, canonicalJson(value), canonicalJson(value)];
    const { brackets, items } = lines;
    const [first = '', last = ''] = brackets;
    const laidOut = items.length === 0 ? '' : `\n  ${items.join(',\n  ')}\n`;
    return [name, `${first}${laidOut}${last}`, `${first}${items.join(',')}${last}`];
  });
  const summed = sorted(fields).map(([name, , text]) => `${JSON.stringify(name)}:${text}`);
  const checksum = JSON.stringify(sha256(`{${summed.join(',')}}`));
  const all = sorted([...fields, ['checksum', checksum, checksum]]);
  return `{\n${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',\n')}\n}\n`;
}

/** A field of the ledger: as laid out, and as input of the checksum. */
type Field = readonly [name: string, laidOut: string, summed: string];

function sorted(fields: readonly Field[]): readonly Field[] {
  return fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Only the layout has raw line breaks followed by spaces: in strings, JSON escapes them. */
function withoutLayout(text: string): string {
  return text.replace(/\n */g, '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

interface Lines {
  readonly brackets: '{}' | '[]';
  readonly items: readonly string[];
}

/** The items of a field that has one line per item; undefined for a field on a single line. */
function linesOf(name: string, value: Json): Lines | undefined {
  if (!linedFields.has(name) || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return { brackets: '[]', items: (value as readonly Json[]).map((item) => entryText(item)) };
  const entries = value as JsonObject;
  const items = Object.keys(entries)
    .sort()
    .map((address) => `${JSON.stringify(address)}:${entryText(entries[address] ?? null)}`);
  return { brackets: '{}', items };
}

const linedFields: ReadonlySet<string> = new Set([
  'resources',
  'orphans',
  'unknown',
  'absent',
  'unsettled',
  'late',
  'plans',
  'approvals',
]);

/** Cache: an apply writes the ledger hundreds of times, and most entries are the same objects as before. */
const known = new WeakMap<object, string>();

function entryText(entry: Json): string {
  if (typeof entry !== 'object' || entry === null) return canonicalJson(entry);
  const text = known.get(entry) ?? canonicalJson(entry);
  known.set(entry, text);
  return text;
}

export type ParsedLedger =
  | { readonly state: LedgerState }
  | {
      readonly problem: string;
      /** Written by a later version; cannot be checked further. */
      readonly isNewer?: true;
    };

/** Parses the output of `ledgerText`. A problem is a clause: "it is cut off, or not valid JSON". */
export function parseLedger(text: string): ParsedLedger {
  if (text.trim() === '') return { problem: 'it is empty' };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const isMerged = /^(<{7}|={7}|>{7})/m.test(text);
    return {
      problem: isMerged ? 'it has conflict markers of git in it' : 'it is cut off, or not valid JSON',
    };
  }
  if (!isJsonMap(value)) return { problem: 'it is not a ledger' };
  if (typeof value['format'] === 'number' && value['format'] > 1) {
    return {
      problem: `a newer edgewright wrote it (format ${value['format']}; this one knows 1)`,
      isNewer: true,
    };
  }
  const { checksum, ...state } = value;
  if (state['format'] !== 1 || typeof checksum !== 'string') return { problem: 'it is not a ledger' };
  if (!isWhole(text, checksum, state))
    return { problem: 'its checksum does not match: it was damaged or edited' };
  const problem = shapeProblem(state);
  return problem === undefined ? { state: state as unknown as LedgerState } : { problem };
}

/** Our own layout is compared by its text, without checksum and line breaks; a reformatted ledger by its values. */
function isWhole(text: string, checksum: string, state: JsonObject): boolean {
  const summed = withoutLayout(text).replace(`"checksum":"${checksum}",`, '');
  return sha256(summed) === checksum || hashOf(state) === checksum;
}

/** Even with a correct checksum, the file may have been made by hand and not be a ledger. */
function shapeProblem(state: JsonObject): string | undefined {
  for (const name of ['environment', 'lineage', 'api']) {
    if (typeof state[name] !== 'string') return `\`${name}\` is missing`;
  }
  for (const name of ['serial', 'fence']) {
    const number = state[name];
    if (!Number.isSafeInteger(number)) return `\`${name}\` is missing`;
    if (Number(number) < 0) return `\`${name}\` is below 0`;
  }
  for (const name of ['resources', 'orphans']) {
    const entries = state[name];
    if (!isJsonMap(entries)) return `\`${name}\` is missing`;
    const wrong = Object.keys(entries).find(
      (address) => !isEntry(address, entries[address], name === 'orphans'),
    );
    if (wrong !== undefined) return `its entry \`${wrong}\` is malformed`;
  }
  for (const name of ['unknown', 'absent']) {
    const creates = state[name] ?? {};
    if (!isJsonMap(creates)) return `\`${name}\` is malformed`;
    const wrong = Object.keys(creates).find((address) => !isUnknown(address, creates[address]));
    if (wrong !== undefined) return `its ${name} create \`${wrong}\` is malformed`;
  }
  for (const name of ['unsettled', 'late']) {
    const writes = state[name] ?? {};
    if (!isJsonMap(writes)) return `\`${name}\` is malformed`;
    const wrong = Object.keys(writes).find((op) => !isUnsettled(writes[op]));
    if (wrong !== undefined) return `its ${name} write \`${wrong}\` is malformed`;
  }
  if (!isMoved(state['moved'])) return '`moved` is malformed';
  if (!isPlans(state['plans'])) return '`plans` is malformed';
  return isApprovals(state['approvals'], ['address', 'allow', 'change', 'at'])
    ? undefined
    : '`approvals` is malformed';
}
