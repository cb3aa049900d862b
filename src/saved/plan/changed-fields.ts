import type { Json } from '../../model/value.ts';
import type { SavedStep } from './document.ts';

type Change = SavedStep['changes'][number];

/** What two steps of one address do otherwise, field by field: a sentence each. */
export function changedFields(was: SavedStep | undefined, is: SavedStep | undefined): readonly string[] {
  const [old, now] = [byPath(was), byPath(is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [before, after] = [old.get(path), now.get(path)];
    if (before === undefined)
      return [`\`${path}\` is to become ${words(after?.after)}, and was not to change`];
    if (after === undefined)
      return [`\`${path}\` was to become ${words(before.after)}, and is not to change`];
    const isOther = JSON.stringify(before.after) !== JSON.stringify(after.after);
    const wasOther = JSON.stringify(before.before) !== JSON.stringify(after.before);
    return [
      ...(isOther
        ? [`\`${path}\` was to become ${words(before.after)}, and is to become ${words(after.after)}`]
        : []),
      ...(wasOther ? [`\`${path}\` was ${words(before.before)} live, and is ${words(after.before)}`] : []),
    ];
  });
}

function byPath(step: SavedStep | undefined): ReadonlyMap<string, Change> {
  return new Map((step?.changes ?? []).map((change) => [change.path, change]));
}

const longest = 60;

function words(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longest ? `\`${text}\`` : `${kindOf(value)} of ${text.length} characters`;
}

function kindOf(value: Json): string {
  return typeof value === 'string' ? 'a text' : 'a value';
}
