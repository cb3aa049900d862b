import type { Desired } from '../model/desired.ts';
import { compiledValue, type CompiledView } from './compiled.ts';
import { jsonText } from './text/json.ts';
import { yamlText } from './text/yaml.ts';

/**
 * The output of `compile` in parts, a resource each: the whole of 100,000 takes several times their memory, and may be
 * longer than a string can be.
 */
export function* compiledTexts(
  desired: readonly Desired[],
  { show, format }: { readonly show: CompiledView; readonly format: 'yaml' | 'json' },
): Generator<string, void> {
  const textOf = format === 'json' ? jsonText : yamlText;
  const [first] = desired;
  if (first === undefined) {
    yield textOf(compiledValue(desired, { show }));
    return;
  }
  const [begin, end] =
    format === 'yaml' ? ['', ''] : show === 'requests' ? ['[\n', '\n]\n'] : ['{\n', '\n}\n'];
  const separator = format === 'yaml' ? '' : ',\n';
  for (const resource of desired) {
    const text = textOf(compiledValue([resource], { show }));
    yield `${resource === first ? begin : separator}${text.slice(begin.length, text.length - end.length)}`;
  }
  yield end;
}
