/**
 * No decision depends on wording. All sentences come from `src/report/plan/words`: with each of them reworded, and with
 * one sentence for all of them, the planner decides the same, and a plan saved with the former words is still valid.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PlanBinding } from '../../src/model/plan/plan.ts';
import type { JsonObject } from '../../src/model/value.ts';
import type { OpenedPlan } from '../../src/plan/saved/read-saved.ts';

const words = new URL('../../src/report/plan/words/', import.meta.url);
const bound: PlanBinding = {
  tool: '0.1.0',
  api: 'https://api.example.com',
  desired: 'a'.repeat(64),
  only: [],
  allowed: { exposure: [] },
};

/** All decisions about the cases, and their plans as saved documents. */
interface Decided {
  readonly decisions: readonly unknown[];
  readonly documents: readonly string[];
  /** The stale parts of the saved plans when each case is planned again. */
  readonly staleOf: (documents: readonly string[]) => readonly unknown[];
}

/** Imports all modules again, so that the classes of the cases' values are those of the reworded planner. */
async function decide(): Promise<Decided> {
  const { planCases } = await import('./plan-case.ts');
  const { inputOf } = await import('./with-hashes.ts');
  const { plan } = await import('../../src/plan/plan.ts');
  const { planExitCode } = await import('../../src/plan/finish/exit-code.ts');
  const { planDocument } = await import('../../src/report/plan/json/plan-json.ts');
  const { jsonText } = await import('../../src/report/text/json.ts');
  const { planText } = await import('../../src/report/plan/text/plan-text.ts');
  const { planMarkdown } = await import('../../src/report/plan/markdown/plan-markdown.ts');
  const { overrideFlags } = await import('../../src/report/plan/override-flags.ts');
  const { readSaved, savedText } = await import('../../src/plan/saved/read-saved.ts');
  const { carriedRefusals } = await import('../../src/plan/saved/stale-steps.ts');
  const { planOf } = await import('../../src/plan/saved/plan-of.ts');
  const { staleSteps } = await import('../../src/plan/saved/stale-steps.ts');
  const reading = { key: undefined, print: jsonText };
  const plans = planCases().map(([, one]) => ({ ...plan(inputOf(one)), bound }));
  const documents = plans.map((made) =>
    savedText(JSON.parse(JSON.stringify(planDocument([made]))) as JsonObject, reading),
  );
  const open = (text: string): OpenedPlan => readSaved(text, reading) as OpenedPlan;
  return {
    decisions: plans.map((made) => ({
      steps: made.steps.map(({ action, address, hash, liveHash, exposure, restsOn, possibleExposure }) => [
        action,
        address,
        hash,
        liveHash,
        exposure?.change,
        exposure?.isAllowed,
        restsOn,
        possibleExposure?.length,
      ]),
      refusals: made.refusals.map((refusal) => [
        refusal.gate,
        refusal.addresses,
        refusal.approvals,
        overrideFlags(refusal),
      ]),
      notes: made.notes.map(({ topic, address }) => [topic, address]),
      exits: [true, false].map((isDetailed) => planExitCode(made, { isDetailed })),
      // Compares which steps are shown on their own and which are grouped with similar ones.
      shown: [planText(made, { color: false, columns: 4000 }), planMarkdown([made])].map((text) =>
        text.match(/^(?:[x=\-v~+>o] [a-z]+ [a-z-]+\/\S+|\*\*[a-z]+\*\* `[^`]+`)/gm),
      ),
    })),
    documents,
    staleOf: (others) =>
      others.map((text, index) => {
        const [saved, now] = [open(text).plan, open(documents[index] ?? '').plan];
        return {
          stale: staleSteps(saved, now),
          carried: carriedRefusals(saved, [], {}).map(({ gate }) => gate),
          isSame: JSON.stringify(planOf(saved)) === JSON.stringify(planOf(now)),
        };
      }),
  };
}

type Reword = (text: string) => string;

/** Rewords all sentences of a value: strings, and those in lists, objects and results of functions. */
function reworded(value: unknown, reword: Reword): unknown {
  if (typeof value === 'string') return value === '' ? value : reword(value);
  if (Array.isArray(value)) return value.map((item) => reworded(item, reword));
  if (typeof value === 'function') {
    const tell = value as (...given: readonly unknown[]) => unknown;
    return (...given: readonly unknown[]) => reworded(tell(...given), reword);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reworded(inner, reword)]));
}

let written: Decided;
beforeAll(async () => {
  written = await decide();
});

describe.each<[string, Reword]>([
  ['every sentence in other words', (text) => `in other words: ${text.toUpperCase()}`],
  ['one sentence for all', () => 'so it is'],
])('%s', (_what, reword) => {
  let other: Decided;
  beforeAll(async () => {
    vi.resetModules();
    for (const file of readdirSync(words)) {
      vi.doMock(
        fileURLToPath(new URL(file, words)),
        async (original) => reworded(await original(), reword) as object,
      );
    }
    other = await decide();
  });
  afterAll(() => {
    vi.doUnmock('../../src/report/plan/words/say.ts');
    vi.resetModules();
  });

  test('changes the printed words', () => {
    const changed = other.documents.filter((text, index) => text !== written.documents[index]);
    expect(changed.length).toBeGreaterThan(150);
  });

  test('changes no hash, step, order, refusal, exit code or grouping of steps', () => {
    expect(other.decisions).toEqual(written.decisions);
  });

  test('keeps a saved plan valid and equal', () => {
    for (const found of written.staleOf(other.documents))
      expect(found).toMatchObject({ stale: [], isSame: true });
    expect(written.staleOf(other.documents)).toEqual(written.staleOf(written.documents));
  });
});
