/** Rules across resources take work in proportion to the routes of one edge: none compares all pairs. */
import { growth, mostGrowth } from '../../work.ts';
import { expect, test } from 'vitest';
import { rules } from '../../../src/lint/rules.ts';
import type { CrossRule, RuleContext, Subject } from '../../../src/lint/rule.ts';

const context: RuleContext = {
  options: {},
  optionsOf: () => ({}),
  workspace: undefined,
  environment: 'production',
  ledger: undefined,
  others: [],
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

const cross = rules.filter((rule) => rule.scope === 'environment');

test.each(cross.map((rule) => ({ id: rule.id, rule })))('$id', async ({ rule }: { rule: CrossRule }) => {
  const prepare = (size: number) => {
    const all = routes(size);
    return () => void Array.from(rule.check(all, context));
  };
  expect(await growth(prepare, 500)).toBeLessThan(mostGrowth);
});
