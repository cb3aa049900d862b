import { createHash } from 'node:crypto';

/** What can go wrong on purpose. */
export const faultNames = [
  /** Not applied, the connection ends. */
  'lost-request',
  /** Applied, the connection ends without an answer. */
  'lost-answer',
  /** A gateway's error; every other time the request was applied all the same. */
  '5xx',
  /** Refused, with Retry-After. */
  '429',
  /** Applied, the connection ends in the middle of the answer. */
  'cut-body',
  /** Answered late. */
  'slow',
  /** A list that lacks the last changes. */
  'stale-list',
] as const;

export type FaultName = (typeof faultNames)[number];

/** The share of requests that each fault strikes, from 0 to 1. */
export type FaultShares = Readonly<Partial<Record<FaultName, number>>>;

/** Reads `lost-answer=0.01,5xx=0.02`, or says what is wrong with it. */
export function parseFaults(text: string): { readonly faults: FaultShares } | { readonly problem: string } {
  const faults: Partial<Record<FaultName, number>> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const [name = '', share = ''] = part.split('=');
    if (!isFaultName(name)) {
      return {
        problem: `unknown fault \`${name}\`; the faults are ${faultNames.map((each) => `\`${each}\``).join(', ')}`,
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

/** What strikes one request. */
export interface Strike {
  readonly has: (name: FaultName) => boolean;
  /** A number from 0 to 1 for what else the fault has to choose. */
  readonly choice: (name: FaultName) => number;
}

/** What strikes the nth request: always the same for a seed, and one fault's share changes nothing for the others. */
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
