import type { Path } from '../model/value.ts';
import { type FixRequest, deletion } from './fix-request.ts';
import type { Finding } from './rule.ts';
import { quoted } from '../text/quoted.ts';

/** An item of a list without text. */
export function blankItem(path: Path, safety: FixRequest['safety']): Finding {
  const [list, index] = path.slice(-2);
  return {
    at: { path },
    message: `item ${Number(index) + 1} of \`${list ?? ''}\` is blank`,
    fix: deletion(safety, path, 'the item'),
  };
}

/** An item of a list that has it already. */
export function listedTwice(path: Path, text: string): Finding {
  const message = `${quoted(text)} is listed twice in \`${path.at(-2) ?? ''}\``;
  return { at: { path }, message, fix: deletion('safe', path, 'the item') };
}
