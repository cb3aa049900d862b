import type { Path } from '../../../model/value.ts';
import { replacement, type Finding } from '../../rule.ts';

/** A fix for the path of a file where its text should be; undefined for any other text. */
export function inclusionOf(path: Path, text: string): Finding['fix'] {
  const [, file] = /^(?:\.\/)?([\w./-]{1,60}\.(?:ya?ml|json|xml|txt))$/.exec(text.trim()) ?? [];
  if (file === undefined) return undefined;
  const meant = `$(file:${file})`;
  return replacement('unsafe', path, meant, `write \`${meant}\``);
}
