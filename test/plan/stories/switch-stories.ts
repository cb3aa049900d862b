/** Stories of a whole module: added, disabled, enabled, removed. The API's section 2.6 defines `enabled`. */
import { kinds } from '../../../src/kinds/index.ts';
import type { JsonObject } from '../../../src/model/value.ts';
import type { Subject } from './module-subjects.ts';
import { changeLine, changesBetween } from './outcome.ts';
import {
  added,
  addressOf,
  bodyOthers,
  caseOf,
  conflicts,
  drifts,
  keeps,
  sends,
  switched,
  type Sides,
  type Story,
} from './story.ts';

export function switchStories(subject: Subject): readonly Story[] {
  const { name, kind, others, full, field, isStated } = subject;
  const address = addressOf(subject);
  const off = { ...full, enabled: false };
  const { enabled: _on, ...silent } = full;
  const spoken = { ...silent, enabled: true };
  const disabled = [switched(subject, true, false, 'removed')];
  const to = (before: boolean, after: boolean): string => switched(subject, before, after, 'configuration');
  const isProtecting = field.module.role === 'protecting';
  const story = (title: string, sides: Sides, then: Story['then']): Story => ({
    title,
    one: caseOf(subject, sides),
    then,
  });
  const weaker = (then: Story['then']): Story['then'] =>
    then.action === 'update' && isProtecting ? { ...then, isRefusedAsWeaker: true } : then;

  return [
    story(
      'new',
      { was: undefined, files: full },
      sends(subject, full, added(subject, full, 'configuration')),
    ),
    story(
      'not declared and added outside',
      { was: undefined, live: full },
      keeps('undeclared-drift', 'unmanaged-module'),
    ),
    story('the same on all sides', { was: full }, keeps()),
    story('disabled by the files', { was: full, files: off }, weaker(sends(subject, off, [to(true, false)]))),
    story('enabled by the files', { was: off, files: spoken }, sends(subject, spoken, [to(false, true)])),
    story(
      'disabled, and `enabled` left out of the files',
      { was: off, files: silent },
      isStated ? sends(subject, silent, [to(false, true)]) : keeps(),
    ),
    story(
      'enabled, and `enabled` left out of the files',
      { was: spoken, files: silent },
      isStated ? keeps() : sends(subject, silent, [switched(subject, true, undefined, 'removed')]),
    ),
    story('removed from the files', { was: full, files: undefined }, weaker(sends(subject, off, disabled))),
    story('disabled, and removed from the files', { was: off, files: undefined }, keeps()),
    story('disabled outside', { was: full, live: off }, drifts([switched(subject, false, true, 'outside')])),
    story('disabled outside, and by the files', { was: full, live: off, files: off }, keeps('taken-over')),
    story(
      'disabled outside, and removed from the files',
      { was: full, live: off, files: undefined },
      keeps('taken-over'),
    ),
    story('enabled outside', { was: off, live: full }, drifts([switched(subject, true, false, 'outside')])),
    story(
      'enabled outside, and removed from the files',
      { was: off, live: full, files: undefined },
      conflicts(disabled),
    ),
    story('removed outside', { was: full, live: undefined }, drifts(added(subject, full, 'outside'))),
    story(
      'removed outside and from the files',
      { was: full, live: undefined, files: undefined },
      keeps('taken-over'),
    ),
    story(
      'removed outside, and enabled by the files',
      { was: off, live: undefined, files: full },
      conflicts(added(subject, full, 'configuration')),
    ),
    {
      title: 'not sent with a change of another field',
      one: caseOf(subject, { was: full }, { desired: { [address]: { description: 'new' } } }),
      then: sends({ ...subject, others: { ...others, description: 'new' } }, undefined, [
        changeLine('description', undefined, 'new', 'configuration'),
      ]),
    },
    {
      title: 'created with its resource',
      one: caseOf(subject, { was: full }, { was: {}, desired: { [address]: { ...others, [name]: full } } }),
      then: {
        ...keeps(),
        action: 'create',
        changes: [
          ...Object.entries(others).map(([top, value]) => changeLine(top, undefined, value, 'configuration')),
          ...added(subject, full, 'configuration'),
        ],
        body: { ...bodyOthers(kind, others), [name]: full },
      },
    },
    ...(kinds[kind].operations.update === undefined ? [] : [retired(subject, disabled), bare(subject)]),
  ];
}

/** Retiring a resource disables its serving and transforming modules and keeps its protecting ones enabled. */
function retired(subject: Subject, disabled: readonly string[]): Story {
  const { full, field } = subject;
  const address = addressOf(subject);
  const retire: Story['then'] = { ...keeps(), action: 'retire' };
  return {
    title: 'its resource is retired',
    one: caseOf(subject, { was: full }, { desired: { [address]: null }, removed: { [address]: 'retire' } }),
    then:
      field.module.role === 'protecting'
        ? retire
        : { ...retire, changes: disabled, body: sends(subject, { ...full, enabled: false }, []).body },
  };
}

/** With `then: disable-bare`, only required fields accompany `enabled: false`; the others are lost, and shown. */
function bare(subject: Subject): Story {
  const { full, field, name, kind } = subject;
  const address = addressOf(subject);
  const { enabled: _on, ...configuration } = full;
  const needed: JsonObject = Object.fromEntries(
    Object.entries(full).filter(([key]) => field.module.fields[key]?.required === true),
  );
  return {
    title: 'removed from the files with `then: disable-bare`',
    one: caseOf(subject, { was: full, files: undefined }, { removed: { [address]: 'disable-bare' } }),
    then: sends(subject, { enabled: false, ...needed }, [
      switched(subject, true, false, 'removed'),
      ...changesBetween(kind, { [name]: configuration }, { [name]: needed }, { otherwise: 'replaced-whole' }),
    ]),
  };
}
