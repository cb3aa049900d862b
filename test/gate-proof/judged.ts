import { answersOf, type Answer } from './gate-answers.ts';
import { pairOf } from './pairs.ts';
import type { Verdict } from './url-sets.ts';

/** Pairs in one workspace: the most that keep a plan readable when it fails. */
const together = 100;

/** The pairs of which the gate says something else than the sets, for a person to read, and a count of the verdicts. */
export async function judged(
  from: number,
  count: number,
): Promise<{ readonly disagreements: readonly string[]; readonly tally: Readonly<Record<Verdict, number>> }> {
  const disagreements: string[] = [];
  const tally = { exposed: 0, safe: 0, open: 0 };
  for (let done = 0; done < count; done += together) {
    const size = Math.min(together, count - done);
    const pairs = Array.from({ length: size }, (_, index) => pairOf(from + done + index));
    for (const answer of await answersOf(pairs)) {
      tally[answer.verdict]++;
      if (disagrees(answer)) disagreements.push(described(answer));
    }
  }
  return { disagreements, tally };
}

function disagrees({ verdict, isRefused }: Answer): boolean {
  return verdict !== 'open' && (verdict === 'exposed') !== isRefused;
}

function described({ pair, verdict, isRefused, steps, text }: Answer): string {
  return `seed ${pair.seed}: ${verdict}, but ${isRefused ? 'refused' : 'not refused'}\n${steps.join('\n')}\n${text}`;
}
