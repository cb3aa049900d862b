import type { MadeBy } from '../../model/plan/plan.ts';
import type { BindingFact } from './saved-texts.ts';

/** The provenance as names and values, in display order. */
export function madeByFacts({ version, apis, commit, time, by }: MadeBy): readonly BindingFact[] {
  return [
    ...apis.map((api) => ({ name: 'API', value: api === 'local' ? 'built-in mock API' : api })),
    ...(commit === undefined ? [] : [{ name: 'commit', value: commit.slice(0, 12) }]),
    ...(time === undefined ? [] : [{ name: 'time', value: time }]),
    ...(by === undefined ? [] : [{ name: 'by', value: by }]),
    { name: 'Edgewright', value: version },
  ];
}
