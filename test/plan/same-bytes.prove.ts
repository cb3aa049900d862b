import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { plan } from '../../src/plan/plan.ts';
import { planJson } from '../../src/report/plan/json/plan-json.ts';
import { planText } from '../../src/report/plan/text/plan-text.ts';
import { runs } from '../runs.ts';
import { planCases } from './plan-case.ts';
import { drawing, shuffles } from './shuffled.ts';
import { inputOf } from './with-hashes.ts';

const cases = planCases();
const seed = fc.readConfigureGlobal().seed!;

test.each(Object.entries(shuffles))(
  'a plan is the same, byte for byte, whatever order its input is in: %s',
  (_, shuffle) => {
    for (const [index, [file, one]] of cases.entries()) {
      const input = inputOf(one);
      const told = bytesOf(plan(input));
      for (let turn = 0; turn < runs(4); turn++) {
        const again = plan(shuffle(input, drawing(seed + index * 4 + turn)));
        expect(bytesOf(again), `${file}: ${one.name}`).toBe(told);
      }
    }
  },
);

function bytesOf(made: Plan): string {
  return planJson([made]) + planText(made, { color: true, columns: 100, showsRequests: true });
}
