import type { BindingFact } from '../../saved/plan-binding.ts';
import { h, type Content } from '../element.ts';
import { prose } from '../prose.ts';
import { safe } from '../data/step-data.ts';

/** What a saved plan is bound to, and what it does not hold of what the page of a new one shows. */
export function savedPart(facts: readonly BindingFact[]): Content {
  return h('section', 'notes', [
    h('h2', {}, 'A saved plan'),
    h('p', {}, 'It is bound to:'),
    h(
      'ul',
      {},
      facts.map(({ name, value }) => h('li', {}, [`${name}: `, h('code', {}, safe(value))])),
    ),
    h(
      'p',
      'dim',
      prose('It holds neither the topology nor lint findings: `edgewright plan --format html` shows both.'),
    ),
  ]);
}
