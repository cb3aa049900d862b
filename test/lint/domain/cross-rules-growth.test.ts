/** Rules across resources take linear time for very many routes of one edge: none compares all pairs. */
import { expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.gen.ts';
import type { CrossRule, RuleContext, Subject } from '../../../src/lint/rule.ts';

const context: RuleContext = {
  options: {},
  optionsOf: () => ({}),
  workspace: undefined,
  environment: 'production',
  ledger: undefined,
  base: undefined,
  hasPassed: () => false,
};

/** Routes of which every third is a duplicate, differs in a slash or in case, or is below a different one. */
function routes(count: number): readonly Subject[] {
  return Array.from({ length: count }, (_, index): Subject => {
    const name = `r${index}`;
    const match = ['/same', `/p${index % 97}/${name}`, `/P${index % 97}/${name}/`][index % 3] ?? '';
    const oauth = {
      provider: { google: { email_domains: [`${name}.example.com`] } },
      cookie_prefix: 'shop.',
    };
    return {
      address: `https-route/${name}`,
      kind: 'https-route',
      name,
      labels: {},
      spec: { edge_id: 'edghts_1', match_type: index % 2 === 0 ? 'path_prefix' : 'exact_path', match, oauth },
    };
  });
}

/** The shortest of three runs in milliseconds of the processor, since other processes add noise. */
function timeOf(rule: CrossRule, count: number): number {
  const times = [1, 2, 3].map(() => {
    const all = routes(count);
    const start = process.cpuUsage();
    Array.from(rule.check(all, context));
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const cross = rules.filter((rule) => rule.scope === 'environment');

test.each(cross.map((rule) => ({ id: rule.id, rule })))('$id', ({ rule }) => {
  const short = Math.max(timeOf(rule, 5_000), 50);
  const long = timeOf(rule, 20_000);
  // Four times as many routes; a comparison of all pairs would take sixteen times as long.
  expect(long).toBeLessThan(10 * short);
});
