import { fieldAt } from '../../derive/fields.ts';
import { maskedValue } from '../../derive/masked.ts';
import type { Desired } from '../../model/desired.ts';
import type { JsonObject, Path } from '../../model/value.ts';
import { walk } from '../locate/tree.ts';
import { writtenAt } from '../locate/in-resource.ts';
import { valueAt } from '../rule.ts';
import { findingAt, nameOf } from './check-document.ts';
import { foldErrors, type ShapeError } from './fold.ts';
import { judgeValue } from './judge-value.ts';
import { judgeBytes, reservedBytes } from './judge-bytes.ts';
import type { ShapeFinding } from './shape-finding.ts';

export type ValidateBody = (
  kind: Desired['kind'],
  operation: 'create' | 'update',
  body: unknown,
) => readonly ShapeError[];

/** The shape of what is sent, where a variable decides it: all else was judged as it was written. Paths lead from `spec`. */
export function checkBody(
  desired: Desired,
  validate: ValidateBody,
  hasMarker: boolean,
): readonly ShapeFinding[] {
  const body = maskedValue(desired.spec) as JsonObject;
  const { edge_id: _, ...sent } = body;
  const errors = validate(desired.kind, 'create', sent);
  if (errors.length === 0) return [];
  const findings: ShapeFinding[] = [];
  for (const mistake of foldErrors(errors, (path) => Array.isArray(valueAt(desired.spec, path)))) {
    if (mistake.what === 'missing-key' || !cameThrough(desired, mistake.path)) continue;
    const { path } = mistake;
    const field = fieldAt(desired.kind, path);
    if (mistake.what === 'unknown-key') {
      const message = `what \`${path.join('.')}\` stands for has an unknown key \`${mistake.key}\``;
      findings.push({ rule: 'unknown-field', finding: { at: { path }, message }, broken: path });
    } else if (field !== undefined) {
      const value = valueAt(desired.spec, path);
      const name = nameOf(path, { inSpec: path });
      const judgement = judgeValue({ field, name, value, text: undefined, hasMarker });
      if (judgement === undefined) continue;
      const { fix: _fix, ...rest } = judgement;
      findings.push({ rule: judgement.rule, finding: findingAt(path, rest), broken: path });
    }
  }
  return findings;
}

/** Texts that the API limits in bytes, once the ownership marker has taken its share. */
export function checkBytes(desired: Desired, hasMarker: boolean): readonly ShapeFinding[] {
  const { metadata } = desired.spec;
  if (!hasMarker || typeof metadata !== 'string') return [];
  const field = fieldAt(desired.kind, ['metadata']);
  if (field?.type !== 'string') return [];
  const judgement = judgeBytes('`metadata`', field, metadata, reservedBytes(field, hasMarker));
  if (judgement === undefined) return [];
  return [{ rule: judgement.rule, finding: findingAt(['metadata'], judgement), broken: ['metadata'] }];
}

function cameThrough(desired: Desired, path: Path): boolean {
  const written = writtenAt(desired, path);
  if (written.document.root === undefined) return false;
  const { node } = walk(written.document.root, written.path);
  return node.type === 'scalar' && typeof node.value === 'string' && node.value.includes('$(');
}
