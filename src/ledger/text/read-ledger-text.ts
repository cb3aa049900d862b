import { createHash } from 'node:crypto';
import { entrySharing } from '../../derive/compare/share-parts.ts';
import type { LedgerEntry, LedgerState } from '../../model/ledger/ledger.ts';
import type { Json } from '../../model/value.ts';
import type { TakePiece, Texts } from '../backend.ts';
import { type ParsedLedger, parseLedger, shapeProblem } from '../ledger-text.ts';
import { isEntry } from '../shapes.ts';
import { sealProblem } from './seal-problem.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';

/** In characters: the bytes of a whole ledger would take its size once more. */
const slice = 1024 * 1024;

/**
 * The ledger as it is stored; undefined if it does not exist. Its text is not kept, and read in pieces where it can be.
 */
export async function readLedgerText(
  texts: Texts,
): Promise<(TextSum & { readonly parsed: ParsedLedger }) | undefined> {
  const [lines, sum] = [lineReader(texts.sealKey), summing()];
  const isThere = await readPieces(texts, (piece) => {
    sum.add(piece);
    lines.add(piece);
  });
  if (!isThere) return undefined;
  const parsed = lines.end();
  if (parsed !== undefined) return { ...sum.end(), parsed };
  // Damaged, or not as we write it: what is wrong is said of the whole text.
  const text = await texts.read('ledger.json');
  return text === undefined ? undefined : { ...textSum(text), parsed: parseLedger(text, texts.sealKey) };
}

/** Undefined if the ledger does not exist. */
export async function sumLedgerText(texts: Texts): Promise<TextSum | undefined> {
  const { add, end } = summing();
  return (await readPieces(texts, add)) ? end() : undefined;
}

async function readPieces(texts: Texts, take: TakePiece): Promise<boolean> {
  if (texts.readPieces !== undefined) return texts.readPieces('ledger.json', take);
  const text = await texts.read('ledger.json');
  if (text === undefined) return false;
  take(text);
  return true;
}

/** Identifies a text that need not be kept: the ledger of 100,000 objects has 85 MB. */
export interface TextSum {
  readonly sum: string;
  /** In characters. */
  readonly size: number;
}

/** Sums a text that comes in pieces, however it is cut. */
export function summing(): { readonly add: (piece: string) => void; readonly end: () => TextSum } {
  const sum = createHash('sha256');
  let size = 0;
  return {
    add: (piece) => {
      size += piece.length;
      for (let start = 0; start < piece.length; start += slice)
        // In UTF-16, so that no character is cut in two.
        sum.update(piece.slice(start, start + slice), 'utf16le');
    },
    end: () => ({ sum: sum.digest('hex'), size }),
  };
}

export function textSum(text: string): TextSum {
  const { add, end } = summing();
  add(text);
  return end();
}

/**
 * Reads the layout of `ledgerText` line by line while it arrives: neither the whole text nor all entries as they were
 * parsed are ever in memory. `end` returns undefined for any other text, whole or not: `parseLedger` says what it is.
 */
export function lineReader(key?: string): {
  readonly add: (piece: string) => void;
  readonly end: () => { readonly state: LedgerState; readonly isSealed?: true } | undefined;
} {
  const sum = createHash('sha256');
  const share = entrySharing();
  const state: Record<string, Json> = {};
  let checksum: Json | undefined;
  let signature: Json | undefined;
  /** The field whose entries or items the next lines are; undefined between fields. */
  let inner: { readonly name: string; readonly into: Record<string, Json> | Json[] } | undefined;
  /** Whether something has to follow: at the beginning, and after a comma. */
  let isOpen = false;
  let part: 'beginning' | 'fields' | 'end' = 'beginning';

  const takeField = (name: string, value: Json): void => {
    expect(!Object.hasOwn(state, name));
    if (name === 'checksum') checksum = value;
    else if (name === 'signature') signature = value;
    else state[name] = value;
  };

  const takeEntry = (name: string, into: Record<string, Json>, key: string, value: Json): void => {
    expect(key !== '__proto__');
    const isTable = name === 'resources' || name === 'orphans';
    if (isTable) expect(isEntry(key, value, name));
    into[key] = isTable ? (share(value as unknown as LedgerEntry) as unknown as Json) : value;
  };

  const takeItem = (line: string): void => {
    expect(isOpen);
    isOpen = line.endsWith(',');
    const text = isOpen ? line.slice(0, -1) : line;
    if (inner !== undefined && Array.isArray(inner.into)) {
      inner.into.push(JSON.parse(text) as Json);
      return;
    }
    const [name, value] = propertyIn(text);
    if (inner === undefined) takeField(name, value);
    else takeEntry(inner.name, inner.into as Record<string, Json>, name, value);
  };

  const begin = (line: string): void => {
    expect(isOpen);
    inner = { name: line.slice(1, -3), into: line.endsWith('[') ? [] : {} };
    takeField(inner.name, inner.into);
  };

  const take = (line: string): void => {
    const bare = line.trimStart();
    if (inner !== undefined || !/^"(?:checksum|signature)":"[0-9a-f]{64}",$/.test(line)) sum.update(bare);
    if (part === 'beginning') {
      expect(line === '{');
      part = 'fields';
      isOpen = true;
    } else if (part === 'end') {
      expect(bare === '');
    } else if (inner === undefined && line === '}') {
      expect(!isOpen);
      part = 'end';
    } else if (inner !== undefined && /^[\]}],?$/.test(line)) {
      expect(!isOpen && line.startsWith(']') === Array.isArray(inner.into));
      inner = undefined;
      isOpen = line.endsWith(',');
    } else if (inner === undefined && /^"\w+":[[{]$/.test(line)) {
      begin(line);
    } else {
      takeItem(bare);
    }
  };

  let rest: string | undefined = '';
  const add = (piece: string): void => {
    if (rest === undefined) return;
    const text = rest + piece;
    let start = 0;
    try {
      for (let stop; (stop = text.indexOf('\n', start)) >= 0; start = stop + 1) take(text.slice(start, stop));
      rest = text.slice(start);
    } catch {
      rest = undefined;
    }
  };

  return {
    add,
    end: () => {
      add('\n');
      const text = sum.digest('hex');
      const isWhole = rest !== undefined && part === 'end' && text === checksum;
      const sealed = typeof signature === 'string' ? signature : undefined;
      const isTrusted = sealProblem(sealed, { text, key, what: 'ledger' }) === undefined;
      if (!isWhole || !isTrusted || state['format'] !== 1 || shapeProblem(state) !== undefined)
        return undefined;
      return {
        state: state as unknown as LedgerState,
        ...withoutUndefined({ isSealed: sealed === undefined ? undefined : true }),
      };
    },
  };
}

/** Not as an object with one property: with names that all differ, each such object would get a shape of its own. */
function propertyIn(text: string): readonly [name: string, value: Json] {
  const end = /^"(?:[^"\\]|\\.)*"(?=:)/.exec(text)?.[0].length ?? 0;
  return [JSON.parse(text.slice(0, end)) as string, JSON.parse(text.slice(end + 1)) as Json];
}

function expect(isSo: boolean): void {
  if (!isSo) throw new Error('another layout');
}
