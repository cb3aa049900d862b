/** Stories of each field that can contain a secret, by the service's form of it and whether its variable is set. */
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { changed } from '../../agree/change.ts';
import type { PlanCase } from '../plan-case.ts';
import type { Leaf, Subject } from './module-subjects.ts';
import { changeLine } from './outcome.ts';
import { addressOf, caseOf, conflicts, keeps, sends, switched, type Story } from './story.ts';

const then = { 'was:STORY': 'correct-horse-battery' };
const rotated = { ...then, STORY: 'staple-correct-horse' };
const same = { STORY: 'correct-horse-battery' };
/** The variable is not set; the service has the value of the last apply. */
const unset = then;

export function secretStories(subject: Subject): readonly Story[] {
  return subject.leaves.flatMap((leaf) =>
    leaf.withSecret === undefined ? [] : storiesOf(subject, leaf, onlySecret(subject, leaf)),
  );
}

/** The module without any other secret. */
function onlySecret({ leaves, full }: Subject, leaf: Leaf): JsonObject {
  const others = leaves.filter(({ withSecret, path }) => withSecret !== undefined && path !== leaf.path);
  const bare = others.reduce(
    (module, { path, values: [first], field }) =>
      changed(module, path, field.type === 'string' && field.secret === true ? undefined : first),
    full,
  );
  return changed(bare, leaf.path, leaf.withSecret);
}

function storiesOf(subject: Subject, leaf: Leaf, module: JsonObject): readonly Story[] {
  const { name } = subject;
  const address = addressOf(subject);
  const called = leaf.path.join('.');
  const [path, text] =
    leaf.field.type === 'map'
      ? [`${name}.${called}.x-story`, (leaf.withSecret as JsonObject)['x-story']]
      : [`${name}.${called}`, leaf.withSecret];
  const masked = changed(
    module,
    leaf.path,
    leaf.field.type === 'map' ? { 'x-story': '********' } : '********',
  );
  const hides = { live: { [address]: { [name]: masked } }, observed: { [address]: { [name]: masked } } };
  const sentAgain = sends(subject, module, [changeLine(path, '(secret)', text, 'configuration')]);
  /** Of a policy that is readable, the other parts are shown. */
  const shown =
    leaf.field.type === 'string' && leaf.field.form === 'traffic-policy' && typeof text === 'string'
      ? maskedIn(text)
      : '(secret)';
  const sentInClear = sends(subject, module, [changeLine(path, shown, text, 'configuration')]);
  const disabled = [switched(subject, true, false, 'removed')];
  const off = { ...module, enabled: false };
  const story = (title: string, more: Partial<PlanCase>, outcome: Story['then']): Story => ({
    title: `the secret of ${called} ${title}`,
    one: caseOf(subject, { was: module }, more),
    then: outcome,
  });
  const renamed = underOtherName(module) as JsonObject;
  const otherText = underOtherName(text ?? null);
  const sentRenamed = sends(subject, renamed, [changeLine(path, '(secret)', otherText, 'configuration')]);
  const goes = { desired: { [address]: { [name]: null } } };
  const switches = { desired: { [address]: { [name]: off } } };
  const sentOff = {
    ...sends(subject, off, [switched(subject, true, false, 'configuration')]),
    notes: ['secret'],
  };
  /** A value that the service returns in clear can be sent back as it is. */
  const echoed = changed(off, leaf.path, leaf.field.type === 'map' ? { 'x-story': '(secret)' } : '(secret)');
  return [
    story('with another value, answered in clear', { secrets: rotated }, sentInClear),
    story('with the same value, answered in clear', { secrets: same }, keeps()),
    story('with another value, masked, with a key', { secrets: rotated, key: true, ...hides }, sentAgain),
    story('with the same value, masked, with a key', { secrets: same, key: true, ...hides }, keeps()),
    story('with another value, masked, without a key', { secrets: rotated, ...hides }, keeps('secret')),
    story(
      'with the same value by another name, masked',
      { secrets: { ...same, OTHER: same.STORY }, ...hides, desired: { [address]: { [name]: renamed } } },
      sentRenamed,
    ),
    story('not set, answered in clear', { secrets: unset }, keeps('secret')),
    story('not set, masked', { secrets: unset, ...hides }, keeps('secret')),
    story(
      'not set, and the module is sent',
      { secrets: unset, ...switches },
      sentOff.action === 'update' ? { ...sentOff, missingSecrets: ['STORY'] } : sentOff,
    ),
    story(
      'not set, answered in clear, and the module is removed',
      { secrets: unset, ...goes },
      sends(subject, echoed, disabled),
    ),
    story(
      'masked, and the module is removed',
      { secrets: same, ...hides, ...goes },
      sends(subject, off, disabled),
    ),
    story(
      'masked and not set, and the module is removed',
      { secrets: unset, ...hides, ...goes },
      conflicts(disabled),
    ),
  ];
}

function maskedIn(policy: string): string {
  return policy.replace('$(secret:STORY)', '(secret)');
}

function underOtherName(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replace('secret:STORY', 'secret:OTHER')) as Json;
}
