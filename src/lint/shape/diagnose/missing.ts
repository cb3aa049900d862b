import type { Path } from '../../../model/value.ts';
import { firstSentence } from '../../../derive/explain/first-sentence.ts';
import { tableOf, type DocumentKind } from '../../../kinds/documents/index.ts';
import type { ShapeFinding } from '../shape-finding.ts';

/**
 * Reports a missing key of the file format. Fields that the API requires are checked by rules on the compiled resource,
 * because presets and overrides may set them.
 */
export function diagnoseMissing(kind: DocumentKind, path: Path, key: string): readonly ShapeFinding[] {
  if (path.length > 0) return [];
  const { doc = '', ifMissing } = tableOf(kind).fields[key] ?? {};
  const what = firstSentence(doc).replace(/\.$/, '');
  return [
    {
      rule: ifMissing?.rule ?? 'missing-field',
      finding: {
        at: { path: ['kind'], on: 'entry' },
        message: `this \`${kind}\` has no \`${key}\``,
        ...(what === '' ? {} : { help: `add \`${key}\`: ${what.charAt(0).toLowerCase()}${what.slice(1)}` }),
      },
      broken: [key],
    },
  ];
}
