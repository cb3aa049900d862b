import { createHash } from 'node:crypto';

/** Identifies a text that need not be kept: the ledger of 100,000 objects has 85 MB. */
export interface TextSum {
  readonly sum: string;
  /** In characters. */
  readonly size: number;
}

/** In characters: the bytes of a whole ledger would take its size once more. */
const slice = 1024 * 1024;

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
