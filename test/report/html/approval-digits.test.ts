import { expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan.ts';
import { planText } from '../../../src/report/plan/text/plan-text.ts';
import { inWordsOfRollback } from '../../../src/plan/rollback/rollback.ts';
import { planCases } from '../../plan/plan-case.ts';
import { plansOfCases } from '../../plan/with-hashes.ts';
import { pageOf } from './page-of.ts';

/*
 * The document that a plan prints to approve something names all 32 digits: a page that shows fewer prints a document
 * that approves nothing. Asked of every plan of the cases, among them drift, lost objects and secrets, and of each as a
 * rollback would show it.
 */
const plans = planCases().map(([name], index) => [name, plansOfCases()[index]!] as const);
const rollback = { environment: 'production', run: '4', objects: [] } as unknown as Parameters<
  typeof inWordsOfRollback
>[1];

function digitsIn(text: string): readonly string[] {
  // A terminal breaks lines, a page has elements between words; neither breaks the digits.
  return [
    ...new Set([...text.matchAll(/change: (?:&quot;|")?([0-9a-f]{32})\b/g)].map(([, id = '']) => id)),
  ].sort();
}

function shownBy(each: Plan): { readonly text: readonly string[]; readonly page: readonly string[] } {
  const text = planText(each, { color: false, columns: 10_000, view: 'all' });
  return { text: digitsIn(text), page: digitsIn(withoutTags(pageOf([{ plan: each }]))) };
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, '');
}

test('an HTML page carries every digit of every approval that the text prints', () => {
  const seen = new Set<string>();
  for (const [name, each] of plans) {
    for (const one of [each, inWordsOfRollback(each, rollback, [])]) {
      const { text, page } = shownBy(one);
      expect(page, name).toEqual(expect.arrayContaining([...text]));
      if (text.length > 0) for (const { action } of one.steps) seen.add(action);
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['drift', 'delete', 'update']));
});
