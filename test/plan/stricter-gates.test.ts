import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SafetySettings } from '../../src/model/workspace/settings.ts';
import { inlineText, noteSection } from '../../src/report/plan/section.ts';
import { stricterGates, type Gates } from '../../src/plan/gates/stricter-gates.ts';

type Side = Partial<SafetySettings> & {
  readonly drift?: 'report' | 'revert' | null;
  readonly approvals?: Gates['approvals'];
};

interface GatesCase {
  readonly name: string;
  readonly head: Side;
  readonly base: Side;
  readonly holds: SafetySettings & { readonly drift: string };
  readonly says: readonly string[];
}

const cases = parse(
  readFileSync(new URL('stricter-gates.yaml', import.meta.url), 'utf8'),
) as readonly GatesCase[];

function gatesOf({ drift = 'report', approvals = [], ...safety }: Side): Gates {
  return {
    safety: { max_deletes: 0, max_changed_percent: 30, protect: [], ...safety },
    drift: drift ?? undefined,
    approvals,
  };
}

function stricter(head: Side, base: Side): ReturnType<typeof stricterGates> {
  const { drift, ...gates } = gatesOf(head);
  return stricterGates({
    head: { ...gates, drift: drift ?? 'report' },
    base: gatesOf(base),
    ref: 'main',
    environment: 'production',
    ledger: {},
  });
}

test.each(cases)('$name', ({ head, base, holds, says }) => {
  const { safety, drift, notes } = stricter(head, base);
  expect({ ...safety, drift }).toEqual(holds);
  expect(noteSection('', notes).items.map(({ words }) => inlineText(words))).toEqual(says);
});

const side = fc.record({
  max_deletes: fc.nat(5),
  max_changed_percent: fc.nat(100),
  protect: fc.uniqueArray(fc.constantFrom('endpoint/a', 'endpoint/b', 'https-route/*')),
  drift: fc.constantFrom('report' as const, 'revert' as const),
});

test('the gates in force are at least as strict as either side, and looser settings in the files are reported', () => {
  fc.assert(
    fc.property(side, side, (head, base) => {
      const { safety, drift, loosened, notes } = stricter(head, base);
      for (const one of [head, base]) {
        expect(safety.max_deletes).toBeLessThanOrEqual(one.max_deletes);
        expect(safety.max_changed_percent).toBeLessThanOrEqual(one.max_changed_percent);
        expect(safety.protect).toEqual(expect.arrayContaining(one.protect));
        if (one.drift === 'report') expect(drift).toBe('report');
      }
      expect(stricter(base, head).safety.max_deletes).toBe(safety.max_deletes);
      expect(stricter({ ...safety, drift }, base).notes).toEqual([]);
      const isSame = JSON.stringify([safety, drift]) === JSON.stringify([gatesOf(head).safety, head.drift]);
      expect(notes.length === 0).toBe(isSame);
      for (const [name, value] of Object.entries(loosened.limits))
        expect(value).toBe(head[name as 'max_deletes']);
    }),
  );
});
