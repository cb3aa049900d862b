import type { Path } from '../../../model/value.ts';
import type { Finding, FixRequest } from '../../rule.ts';

export function blankItem(list: Path, index: number, safety: FixRequest['safety']): Finding {
  const at = [...list, index];
  return {
    at: { path: at },
    message: `item ${index + 1} of \`${list.at(-1) ?? ''}\` is blank`,
    fix: { safety, title: 'delete the item', changes: [{ remove: at }] },
  };
}
