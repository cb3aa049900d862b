import type { Path } from '../../../model/value.ts';
import { deletion, type Finding, type FixRequest } from '../../rule.ts';

export function blankItem(list: Path, index: number, safety: FixRequest['safety']): Finding {
  const at = [...list, index];
  return {
    at: { path: at },
    message: `item ${index + 1} of \`${list.at(-1) ?? ''}\` is blank`,
    fix: deletion(safety, at, 'the item'),
  };
}
