import { createHash } from 'node:crypto';
import { codeList } from '../../text/words/list-words.ts';

export const faultNames = [
  /** The request is not applied, and the connection ends. */
  'lost-request',
  /** The request is applied, and the connection ends without a response. */
  'lost-answer',
  /** A gateway error; every other time the request was applied nevertheless. */
  '5xx',
  /** Refused, with Retry-After. */
  '429',
  /** The request is applied, and the connection ends in the middle of the response. */
  'cut-body',
  /** The response is delayed. */
  'slow',
  /** A list without the latest changes. */
  'stale-list',
] as const;

export type FaultName = (typeof faultNames)[number];

/** The share of requests for each fault, from 0 to 1. */
export type FaultShares = Readonly<Partial<Record<FaultName, number>>>;

/** Parses `lost-answer=0.01,5xx=0.02`, or returns a problem. */
export function parseFaults(text: string): { readonly faults: FaultShares } | { readonly problem: string } {
  const faults: Partial<Record<FaultName, number>> = {};
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [name = '', share = ''] = part.split('=');
    if (!isFaultName(name)) {
      return {
        problem: `unknown fault \`${name}\`; the faults are ${codeList(faultNames)}`,
      };
    }
    if (name in faults) return { problem: `the fault \`${name}\` is given twice` };
    const number = Number(share);
    if (!/^\d*\.?\d+$/.test(share) || number > 1) {
      return { problem: `the share of \`${name}\` must be a number from 0 to 1, such as \`${name}=0.01\`` };
    }
    faults[name] = number;
  }
  return { faults };
}

/** The faults of one request. */
export interface Strike {
  readonly has: (name: FaultName) => boolean;
  /** A number from 0 to 1 for further random choices of the fault. */
  readonly choice: (name: FaultName) => number;
}

/** The faults of the nth request: deterministic for a seed, and independent of the shares of other faults. */
export function strikeOf(faults: FaultShares, seed: number, n: number): Strike {
  return {
    has: (name) => (faults[name] ?? 0) > 0 && draw(`${seed}/${n}/${name}`) < (faults[name] ?? 0),
    choice: (name) => draw(`${seed}/${n}/${name}/choice`),
  };
}

function draw(of: string): number {
  return createHash('sha256').update(of).digest().readUIntBE(0, 6) / 2 ** 48;
}

function isFaultName(name: string): name is FaultName {
  return (faultNames as readonly string[]).includes(name);
}
