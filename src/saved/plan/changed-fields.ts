import type { FieldDifference } from '../../model/facts/stale.ts';
import type { SavedStep } from './document.ts';

type Change = SavedStep['changes'][number];

/** The differences between two steps of one address, by field. */
export function changedFields(
  was: SavedStep | undefined,
  is: SavedStep | undefined,
): readonly FieldDifference[] {
  const [old, now] = [byPath(was), byPath(is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): readonly FieldDifference[] => {
    const [before, after] = [old.get(path), now.get(path)];
    if (before === undefined)
      return after === undefined ? [] : [{ code: 'changes-now', path, to: after.after }];
    if (after === undefined) return [{ code: 'changed-then', path, to: before.after }];
    const isOther = JSON.stringify(before.after) !== JSON.stringify(after.after);
    const wasOther = JSON.stringify(before.before) !== JSON.stringify(after.before);
    return [
      ...(isOther ? [{ code: 'other-value' as const, path, was: before.after, is: after.after }] : []),
      ...(wasOther ? [{ code: 'other-live' as const, path, was: before.before, is: after.before }] : []),
    ];
  });
}

function byPath(step: SavedStep | undefined): ReadonlyMap<string, Change> {
  return new Map((step?.changes ?? []).map((change) => [change.path, change]));
}
