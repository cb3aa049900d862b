import { sha256Of } from '../../text/hash.ts';
import type { Texts } from '../backend.ts';
import { type ParsedLedger, parseLedger } from '../ledger-text.ts';

/** The ledger as it is stored; undefined if it does not exist. */
export async function readLedgerText(
  texts: Texts,
): Promise<(TextSum & { readonly parsed: ParsedLedger }) | undefined> {
  const text = await texts.read('ledger.json');
  return text === undefined ? undefined : { ...textSum(text), parsed: parseLedger(text, texts.sealKey) };
}

/** Undefined if the ledger does not exist. */
export async function sumLedgerText(texts: Texts): Promise<TextSum | undefined> {
  const text = await texts.read('ledger.json');
  return text === undefined ? undefined : textSum(text);
}

/** Identifies a text that need not be kept: the ledger of 100,000 objects has 85 MB. */
export interface TextSum {
  readonly sum: string;
  /** In characters. */
  readonly size: number;
}

export function textSum(text: string): TextSum {
  return { sum: sha256Of(text), size: text.length };
}
