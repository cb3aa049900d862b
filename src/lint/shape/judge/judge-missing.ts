import type { Path } from '../../../model/value.ts';
import { formatOf, type DocumentKind } from '../file-format.ts';
import type { ShapeFinding } from '../shape-finding.ts';

/**
 * A key that the file format needs. What the API needs is not asked here: presets and overrides may fill it in, so the
 * rules ask it of the compiled resource.
 */
export function judgeMissing(kind: DocumentKind, path: Path, key: string): readonly ShapeFinding[] {
  if (path.length > 0) return [];
  const doc = formatOf(kind)[key]?.doc;
  return [
    {
      rule: ruleOf(kind, key),
      finding: {
        at: { path: ['kind'], on: 'entry' },
        message: `this \`${kind}\` has no \`${key}\``,
        ...(doc === undefined
          ? {}
          : { help: `add \`${key}\`: ${doc.charAt(0).toLowerCase()}${doc.slice(1).replace(/\.$/, '')}` }),
      },
      broken: [key],
    },
  ];
}

function ruleOf(kind: DocumentKind, key: string): string {
  if (key === 'name') return 'resource-name-required';
  return kind === 'approval' && key === 'reason' ? 'approval-without-reason' : 'missing-field';
}
