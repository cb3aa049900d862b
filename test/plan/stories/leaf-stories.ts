/** Stories of each field of a module: changed and removed in the files, outside Edgewright, and in both. */
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { changed, valueAt } from '../../agree/change.ts';
import type { Leaf, Subject } from './module-subjects.ts';
import { changesBetween } from './outcome.ts';
import {
  addressOf,
  caseOf,
  changesByFiles,
  changesOutside,
  conflicts,
  drifts,
  keeps,
  sends,
  switched,
  type Story,
} from './story.ts';

export function leafStories(subject: Subject): readonly Story[] {
  return subject.leaves.flatMap((leaf, index) => {
    const { full } = subject;
    const [, second, third] = leaf.values;
    const next = subject.leaves[index + 1];
    return [
      ...changedStories(subject, leaf, changed(full, leaf.path, second)),
      ...(leaf.field.required === true
        ? []
        : removedStories(subject, leaf, changed(full, leaf.path, undefined))),
      ...(isSecret(leaf) ? [] : outsideStories(subject, leaf, changed(full, leaf.path, second))),
      ...(third === undefined ? [] : bothStory(subject, leaf, third)),
      ...(next === undefined || isSecret(leaf) ? [] : twoStory(subject, leaf, next)),
      ...(leaf.field.type === 'list' && leaf.field.as === 'set' ? orderStory(subject, leaf) : []),
      ...(leaf.field.type === 'map' ? entryStories(subject, leaf) : []),
    ];
  });
}

const isSecret = ({ field }: Leaf): boolean => field.type === 'string' && field.secret === true;

function changedStories(subject: Subject, leaf: Leaf, next: JsonObject): readonly Story[] {
  const { full } = subject;
  const called = leaf.path.join('.');
  return [
    {
      title: `${called} changed in the files`,
      one: caseOf(subject, { was: full, files: next }),
      then: sends(subject, next, changesByFiles(subject, full, next)),
    },
  ];
}

function removedStories(subject: Subject, leaf: Leaf, less: JsonObject): readonly Story[] {
  const { full, kind, name } = subject;
  const address = addressOf(subject);
  const called = leaf.path.join('.');
  const neverApplied = { applied: { [address]: null } };
  const off = { ...less, enabled: false };
  const wiped = changesBetween(kind, { [name]: full }, { [name]: less }, { otherwise: 'replaced-whole' });
  return [
    {
      title: `${called} removed from the files`,
      one: caseOf(subject, { was: full, files: less }),
      then: sends(subject, less, changesByFiles(subject, full, less)),
    },
    {
      title: `${called} never declared, and the module is not sent`,
      one: caseOf(subject, { was: full, files: less }, neverApplied),
      then: keeps(),
    },
    {
      title: `${called} never declared, and the module is replaced whole`,
      one: caseOf(subject, { was: full, files: off }, neverApplied),
      then: sends(subject, off, [switched(subject, true, false, 'configuration'), ...wiped]),
    },
    {
      title: `${called} not declared and added outside`,
      one: caseOf(subject, { was: less, live: full }),
      then: keeps('undeclared-drift'),
    },
    {
      title: `${called} added outside and to the files`,
      one: caseOf(subject, { was: less, live: full, files: full }),
      then: keeps('taken-over'),
    },
  ];
}

function outsideStories(subject: Subject, leaf: Leaf, other: JsonObject): readonly Story[] {
  const { full } = subject;
  const called = leaf.path.join('.');
  const less = changed(full, leaf.path, undefined);
  const back = changesOutside(subject, other, full);
  return [
    {
      title: `${called} changed outside`,
      one: caseOf(subject, { was: full, live: other }),
      then: drifts(back),
    },
    {
      title: `${called} changed outside, with \`drift: revert\``,
      one: caseOf(subject, { was: full, live: other }, { drift: 'revert' }),
      then: sends(subject, full, back),
    },
    {
      title: `${called} removed outside`,
      one: caseOf(subject, { was: full, live: less }),
      then: drifts(changesOutside(subject, less, full)),
    },
    {
      title: `${called} changed outside as in the files`,
      one: caseOf(subject, { was: full, live: other, files: other }),
      then: keeps('taken-over'),
    },
    {
      title: `${called} changed outside, and the module removed from the files`,
      one: caseOf(subject, { was: full, live: other, files: undefined }),
      then: conflicts([switched(subject, true, false, 'removed')]),
    },
  ];
}

function bothStory(subject: Subject, leaf: Leaf, third: Json): readonly Story[] {
  const { full } = subject;
  const [files, live] = [changed(full, leaf.path, leaf.values[1]), changed(full, leaf.path, third)];
  return [
    {
      title: `${leaf.path.join('.')} changed outside and in the files`,
      one: caseOf(subject, { was: full, live, files }),
      then: conflicts(changesByFiles(subject, live, files)),
    },
  ];
}

/** A module is sent whole, so an outside change of another of its fields cannot be kept. */
function twoStory(subject: Subject, leaf: Leaf, next: Leaf): readonly Story[] {
  const { full } = subject;
  const [live, files] = [changed(full, leaf.path, leaf.values[1]), changed(full, next.path, next.values[1])];
  return [
    {
      title: `${leaf.path.join('.')} changed outside, ${next.path.join('.')} in the files`,
      one: caseOf(subject, { was: full, live, files }),
      then: conflicts(changesByFiles(subject, live, files)),
    },
  ];
}

function orderStory(subject: Subject, leaf: Leaf): readonly Story[] {
  const { full } = subject;
  const items = leaf.values.find((value) => (value as readonly Json[]).length > 1) as readonly Json[];
  return [
    {
      title: `${leaf.path.join('.')} in another order`,
      one: caseOf(subject, {
        was: changed(full, leaf.path, items),
        live: changed(full, leaf.path, [...items].reverse()),
      }),
      then: keeps(),
    },
  ];
}

/** A map is one value, so an entry that only the live object has is a change of the map. */
function entryStories(subject: Subject, leaf: Leaf): readonly Story[] {
  const { full } = subject;
  const called = leaf.path.join('.');
  const more = changed(
    full,
    [...leaf.path, 'x-more'],
    Object.values(valueAt(full, leaf.path) as JsonObject)[0],
  );
  return [
    {
      title: `an entry of ${called} added outside`,
      one: caseOf(subject, { was: full, live: more }),
      then: drifts(changesOutside(subject, more, full)),
    },
    {
      title: `an entry of ${called} removed from the files`,
      one: caseOf(subject, { was: more, files: full }),
      then: sends(subject, full, changesByFiles(subject, more, full)),
    },
  ];
}
