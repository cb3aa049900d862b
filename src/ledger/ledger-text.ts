import { isJsonMap } from '../text/json/json-access.ts';
import { createHash } from 'node:crypto';
import { hashOf } from '../text/hash.ts';
import type { LedgerState } from '../model/ledger/ledger.ts';
import { signatureOf } from '../derive/signature.ts';
import { sealProblem } from './text/seal-problem.ts';
import type { Json, JsonObject } from '../model/value.ts';
import {
  isApprovals,
  isEntry,
  isGuardedWay,
  isHome,
  isMoved,
  isPlans,
  isUnknown,
  isUnsettled,
} from './shapes.ts';
import { canonicalJson } from '../text/json/canonical-json.ts';
import { withoutUndefined } from '../text/without-undefined.ts';

/**
 * The ledger's text on disk: canonical JSON with each field, entry and approval on its own line, so that git shows
 * which entries differ, and with a checksum of everything else. Line breaks are not part of the checksum, which is
 * taken line by line: the text without them would take as much memory again. With a key, the checksum is signed.
 */
export function ledgerText(state: LedgerState, key?: string): string {
  const fields = state as unknown as JsonObject;
  const sum = createHash('sha256');
  const before: string[] = [];
  const after: string[] = [];
  const names = Object.keys(fields).sort();
  for (const [index, name] of names.entries()) {
    sum.update(index === 0 ? '{' : ',');
    const isBefore = name < 'checksum';
    const comma = isBefore || index < names.length - 1 ? ',' : '';
    for (const { line, isLast } of linesOf(name, fields[name] ?? null)) {
      sum.update(line.trimStart());
      (isBefore ? before : after).push(isLast ? line + comma : line);
    }
  }
  // Other fields follow it in each ledger.
  const checksum = sum.update('}').digest('hex');
  const seal = key === undefined ? [] : [`"signature":"${signatureOf(checksum, key, 'ledger')}",`];
  return ['{', ...before, `"checksum":"${checksum}",`, ...seal, ...after, '}', ''].join('\n');
}

interface Line {
  readonly line: string;
  /** Of its field. */
  readonly isLast: boolean;
}

function* linesOf(name: string, value: Json): Generator<Line> {
  const key = JSON.stringify(name);
  const isTable = linedFields.has(name) && typeof value === 'object' && value !== null;
  const keys = isTable ? Object.keys(value) : [];
  if (keys.length === 0) {
    yield { line: `${key}:${canonicalJson(value)}`, isLast: true };
    return;
  }
  const isList = Array.isArray(value);
  yield { line: `${key}:${isList ? '[' : '{'}`, isLast: false };
  // The indexes of a list are in order already, and `10` would come before `2`.
  const last = (isList ? keys : keys.sort()).at(-1);
  for (const member of keys) {
    const item = canonicalJson((value as JsonObject)[member] ?? null);
    const comma = member === last ? '' : ',';
    yield { line: `  ${isList ? '' : `${JSON.stringify(member)}:`}${item}${comma}`, isLast: false };
  }
  yield { line: isList ? ']' : '}', isLast: true };
}

const linedFields: ReadonlySet<string> = new Set([
  'resources',
  'orphans',
  'unknown',
  'absent',
  'unsettled',
  'late',
  'guarded',
  'plans',
  'approvals',
]);

export type ParsedLedger =
  | {
      readonly state: LedgerState;
      /** Whether it has a seal, which is right if there is a key to check it. */
      readonly isSealed?: true;
    }
  | {
      readonly problem: string;
      /** Written by a later version; cannot be checked further. */
      readonly isNewer?: true;
      /** Whole, but not sealed with the key. */
      readonly isUnsealed?: true;
    };

/** Parses the output of `ledgerText`. A problem is a clause: "it is cut off, or not valid JSON". */
export function parseLedger(text: string, key?: string): ParsedLedger {
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
  const { checksum, signature, ...state } = value;
  if (state['format'] !== 1 || typeof checksum !== 'string') return { problem: 'it is not a ledger' };
  if (!isWhole(text, { checksum, signature }, state))
    return { problem: 'its checksum does not match: it was damaged or edited' };
  const sealed = typeof signature === 'string' ? signature : undefined;
  const unsealed = sealProblem(sealed, { text: checksum, key, what: 'ledger' });
  if (unsealed !== undefined) return { problem: unsealed, isUnsealed: true };
  const problem = shapeProblem(state);
  if (problem !== undefined) return { problem };
  const ledger = state as unknown as LedgerState;
  return { state: ledger, ...withoutUndefined({ isSealed: sealed === undefined ? undefined : true }) };
}

/**
 * Our own layout is compared by its lines, without those of the checksum and the signature; a reformatted ledger by its
 * values.
 */
function isWhole(
  text: string,
  { checksum, signature = null }: { readonly checksum: string; readonly signature: Json | undefined },
  state: JsonObject,
): boolean {
  const without = [`"checksum":"${checksum}",`, `"signature":${JSON.stringify(signature)},`];
  return sumOfLines(text, without) === checksum || hashOf(state) === checksum;
}

/** Only the layout has raw line breaks followed by spaces: in strings, JSON escapes them. */
function sumOfLines(text: string, without: readonly string[]): string {
  const sum = createHash('sha256');
  for (let start = 0; start < text.length;) {
    const stop = text.indexOf('\n', start);
    const line = text.slice(start, stop < 0 ? text.length : stop).trimStart();
    if (!without.includes(line)) sum.update(line);
    start = stop < 0 ? text.length : stop + 1;
  }
  return sum.digest('hex');
}

/** Even with a correct checksum, the file may have been made by hand and not be a ledger. */
export function shapeProblem(state: JsonObject): string | undefined {
  for (const name of ['environment', 'lineage', 'api']) {
    if (typeof state[name] !== 'string') return `\`${name}\` is missing`;
  }
  for (const name of ['serial', 'fence']) {
    const number = state[name];
    if (!Number.isSafeInteger(number)) return `\`${name}\` is missing`;
    if (Number(number) < 0) return `\`${name}\` is below 0`;
  }
  for (const name of ['resources', 'orphans'] as const) {
    const entries = state[name];
    if (!isJsonMap(entries)) return `\`${name}\` is missing`;
    const wrong = Object.keys(entries).find((address) => !isEntry(address, entries[address], name));
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
  const guarded = state['guarded'] ?? {};
  if (!isJsonMap(guarded)) return '`guarded` is malformed';
  const wrong = Object.keys(guarded).find((upstream) => !isGuardedWay(guarded[upstream]));
  if (wrong !== undefined) return `its guarded way to \`${wrong}\` is malformed`;
  if (!isMoved(state['moved'])) return '`moved` is malformed';
  if (!isHome(state['home'])) return '`home` is malformed';
  for (const name of ['formerly', 'commit'])
    if (state[name] !== undefined && typeof state[name] !== 'string') return `\`${name}\` is malformed`;
  if (!isPlans(state['plans'])) return '`plans` is malformed';
  return isApprovals(state['approvals'], ['address', 'allow', 'change', 'at'])
    ? undefined
    : '`approvals` is malformed';
}
