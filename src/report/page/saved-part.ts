import type { BindingFact } from '../plan/saved/plan-binding.ts';
import { h, type Content } from './html-text.ts';
import { prose } from './step-html.ts';
import { safe } from './step-data.ts';

/** The binding of a plan from a file, and the parts of the page that a file does not have. */
export function savedPart(facts: readonly BindingFact[]): Content {
  return h('section', 'notes', [
    h('h2', {}, 'Plan from a file'),
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
