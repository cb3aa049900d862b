import type { BindingFact } from '../../saved/plan-binding.ts';
import { h, type Content } from '../element.ts';
import { prose } from '../prose.ts';
import { safe } from '../data/step-data.ts';

/** The binding of a saved plan, and the parts of the page that a saved plan cannot show. */
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
