import { expect, test } from 'vitest';
import type { Plan, PlanBinding } from '../../../src/model/plan/plan.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import { attributed } from '../../../src/plan/attribution/attribution.ts';
import { plan } from '../../../src/plan/plan.ts';
import { planHtml } from '../../../src/report/page/page.ts';
import { planDocument } from '../../../src/report/plan/json/plan-json.ts';
import { planMarkdown } from '../../../src/report/plan/markdown/plan-markdown.ts';
import { planText } from '../../../src/report/plan/text/plan-text.ts';
import type { SavedPlan } from '../../../src/plan/saved/plan-document.ts';
import { planOf } from '../../../src/plan/saved/plan-of.ts';
import { planCases } from '../plan-case.ts';
import { inputOf } from '../with-hashes.ts';
import { planWithTraffic, trafficCases } from '../../routing/traffic/plan-traffic-case.ts';
import { share } from '../../runs.ts';

const bound: PlanBinding = {
  tool: '0.1.0',
  api: 'https://api.example.com',
  desired: 'a hash',
  only: ['endpoint/*'],
  allowed: { exposure: ['endpoint/a'], deletes: 1, changedPercent: 50, empty: true },
};
const planned = share(planCases()).map(([file, one]) => {
  const input = inputOf(one);
  const made = plan(input);
  const { steps } = attributed({ head: made, base: made, ledger: input.ledger });
  return {
    title: `${file}: ${one.name}`,
    made: { ...made, steps, base: { ref: 'main', commit: 'a'.repeat(40) } },
  };
});
const traffic = trafficCases().map((one) => ({ title: `traffic: ${one.name}`, made: planWithTraffic(one) }));

/** As it is read from a file: through JSON, with nothing that JSON has not. */
function readAgain(made: Plan): Plan {
  const document = JSON.parse(JSON.stringify(planDocument([{ ...made, bound }]))) as JsonObject;
  const [saved] = document['plans'] as unknown as readonly SavedPlan[];
  return planOf(saved!);
}

test.each([...planned, ...share(traffic)])(
  '$title: shown again it is the same in every format',
  ({ made }) => {
    const again = readAgain(made);
    const look = { color: false, columns: 100, showsBodies: true } as const;
    expect(planText(again, look)).toBe(planText(made, look));
    expect(planMarkdown([again])).toBe(planMarkdown([made]));
    const htmlOf = (one: Plan): string => planHtml([{ plan: one, diagnostics: [] }]);
    expect(htmlOf(again)).toBe(htmlOf(made));
  },
);
