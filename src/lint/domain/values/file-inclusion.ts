import type { Path } from '../../../model/value.ts';
import type { Finding } from '../../rule.ts';
import { replacement } from '../../fix-request.ts';

/** `$(file:policies/www.yaml)` for the path of a file; undefined for any other text. */
export function inclusionText(text: string): string | undefined {
  const [, file] = /^(?:\.{1,2}\/)*([\w./-]{1,60}\.(?:ya?ml|json|xml|txt))$/.exec(text.trim()) ?? [];
  return file === undefined ? undefined : `$(file:${file})`;
}

/** A fix for the path of a file where its text should be; undefined for any other text. */
export function inclusionOf(path: Path, text: string): Finding['fix'] {
  const meant = inclusionText(text);
  return meant === undefined ? undefined : replacement('unsafe', path, meant, `write \`${meant}\``);
}
