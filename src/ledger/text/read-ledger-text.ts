import type { TakePiece, Texts } from '../backend.ts';
import { lineReader } from './ledger-lines.ts';
import { parseLedger, type ParsedLedger } from '../ledger-text.ts';
import { summing, textSum, type TextSum } from './text-sum.ts';

/** The ledger as it is stored; undefined if it does not exist. Its text is not kept, and read in pieces where it can be. */
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
