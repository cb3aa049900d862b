import { kinds } from '../../../kinds/index.ts';
import type { StepReason } from '../../../model/facts/reason.ts';
import { markerText, ownerText } from './owner-words.ts';
import { say, type Words } from './say.ts';
import { secondOf, minuteOf } from '../../../text/words/time-words.ts';
import { listed, named } from '../../../text/words/list-words.ts';

const mostNamed = 3;

/** One sentence without a final period. */
export function reasonText(reason: StepReason): string {
  return say(reasonWords, reason);
}

/** The part of a step that its reason is shown with. */
interface ReasonedStep {
  readonly reason: StepReason;
  readonly since?: string | undefined;
  readonly changes: readonly unknown[];
}

/**
 * The reason that a plan shows above the changes of a step; undefined if the changes make it obvious. `since`: the time
 * of our last observation, the earliest time of an outside change.
 */
export function shownReason({ reason, since, changes }: ReasonedStep): string | undefined {
  const hasChanges = changes.length > 0;
  const after = since === undefined ? '' : ` after ${minuteOf(since)}`;
  const { code } = reason;
  if (hasChanges && (code === 'differs' || code === 'not-live')) return undefined;
  if (hasChanges && code === 'reverts') return `reverts a change made outside Edgewright${after}`;
  if (code === 'drifted') return `changed outside Edgewright${after}; live is kept`;
  return after === '' ? reasonText(reason) : `${reasonText(reason)} (${after.trim()})`;
}

const reasonWords: Words<StepReason> = {
  'not-live': () => 'not live yet',
  recreated: () => 'deleted outside Edgewright; an approval allows recreating it',
  differs: (reason) => `changes ${listed(reason.fields, mostNamed)}`,
  reverts: (reason) =>
    `changes ${listed(reason.fields, mostNamed)}: reverts a change made outside Edgewright`,
  removed: () => 'removed from the files',
  restricted: (reason) => `no longer declared for \`${reason.environment}\` (${reason.place})`,
  retired: () =>
    'removed from the files; disabled, because the API cannot delete it; its match stays occupied',
  forgotten: () => 'stays live, no longer managed',
  'gone-too': () => 'removed from the files and no longer live; only the ledger changes',
  'orphan-gone': () => 'the orphan is no longer live; only the ledger changes',
  adopted: (reason) => `adopted as it is: ${adoptedBy(reason)}${nextText(reason)}`,
  'adopted-instead': (reason) =>
    `adopted as it is: ${adoptedBy(reason)}, and ${reason.instead} no longer exists${nextText(reason)}`,
  'as-declared': () => 'as declared',
  renamed: (reason) => `renamed from \`${reason.other}\`; only the ledger changes`,
  'declared-again': () => 'declared again; only the ledger changes',
  drifted: () => 'changed outside Edgewright; live is kept',
  gone: (reason) => `no longer exists: the API returned 404 for ${reason.id}`,
  'gone-settling': (reason) =>
    `the API returned 404 for ${reason.id}, which was written moments ago and may not be visible yet`,
  'gone-replaced': (reason) =>
    `no longer exists: the API returned 404 for ${reason.id}; ${reason.twins.join(', ')} has the same identity`,
  'reverted-by-rule': () => 'changed outside Edgewright; the next apply reverts it: `drift: revert`',
  'reverted-by-approval': () => 'changed outside Edgewright; the next apply reverts it: approved',
  'recreated-by-approval': () => 'no longer exists; the next apply creates it again: approved',
  conflict: (reason) => `${named(reason.fields)}: changed in the files and also outside Edgewright`,
  'cannot-unset': (reason) =>
    `${named(reason.fields)}: removed from the files, but the API has no value that means "none"`,
  'not-kept': (reason) =>
    `${named(reason.fields)}: sent ${reason.times} times, and the service did not keep it`,
  'cannot-move': (reason) => `\`${reason.field}\` cannot change: a route stays on its edge`,
  'cannot-change': (reason) => `the API cannot change ${kinds[reason.kind].title}s: ${named(reason.fields)}`,
  'cannot-change-type': (reason) =>
    `${reason.id} is no longer a cloud endpoint, and only cloud endpoints can be updated`,
  'cannot-delete': (reason) =>
    `removed from the files, but the API cannot delete ${kinds[reason.kind].title}s`,
  'cannot-delete-type': (reason) =>
    `removed from the files, but ${reason.id} is no longer a cloud endpoint, and only cloud endpoints can be deleted`,
  'cannot-disable': (reason) => `${kinds[reason.kind].title}s have nothing that an update could disable`,
  'disable-not-kept': (reason) =>
    `${named(reason.fields)}: disabled ${reason.times} times, and the service did not keep it`,
  'mask-repeated': (reason) =>
    `an update must repeat \`${reason.field}\`, and the service shows only a mask of it`,
  'secret-lost': (reason) =>
    `disabling \`${reason.field}\` must send ${named(reason.paths)}${fromText(reason.templates)}, whose value is neither set here nor readable`,
  'outcome-unknown': (reason) =>
    `outcome unknown: the response to the create of \`${reason.other}\` was lost after ${secondOf(reason.since)}; it may exist`,
  'outcome-unproven': (reason) =>
    `outcome unknown: the response to the create of \`${reason.other}\` on ${secondOf(reason.since)} names \`${reason.id}\`, which is not proven to be its object`,
  'ledger-older': (reason) =>
    `outcome unknown: the ledger is older than ${reason.newer}, which has its marker, so \`${reason.other}\` may have been created since, too`,
  'may-arrive': (reason) =>
    `outcome unknown: the response to the ${reason.request} of ${secondOf(reason.since)} was lost; it may still arrive until ${secondOf(reason.until)}`,
  'adopt-missing': (reason) => `\`adopt:\` names \`${reason.id}\`, which does not exist`,
  'adopt-type': (reason) =>
    `\`${reason.id}\` is not a cloud endpoint, so it can be neither updated nor deleted`,
  'adopt-managed': (reason) => `\`${reason.id}\` already belongs to \`${reason.other}\``,
  'adopt-twice': (reason) => `\`adopt:\` gives \`${reason.id}\` to \`${reason.other}\` as well`,
  'adopt-shared': (reason) => `${ownerText(reason)}, so it is not adopted`,
  'adopt-marked': (reason) => `${ownerText(reason)}, so it is not adopted`,
  unrecorded: (reason) =>
    `${reason.id} carries its marker, but the ledger has no record of creating it, so it is not adopted`,
  ambiguous: (reason) => `${reason.count} live objects carry its marker`,
  'adopted-elsewhere': (reason) =>
    `\`adopt:\` gives ${reason.id} to \`${reason.other}\`, so it is not removed`,
  'adopt-names-it': (reason) => `\`adopt:\` still names ${reason.id} for it, so it is not deleted`,
  'heir-exists': (reason) => `\`${reason.other}\` names it under \`formerly\`, but has an object of its own`,
  'heir-blocked': (reason) =>
    `stays until \`${reason.other}\`, which will have the same identity, is no longer blocked`,
  'heir-gone': (reason) => `stays until \`${reason.other}\`, which will have the same identity, exists again`,
  'taken-by-managed': (reason) => `\`${reason.other}\` (${reason.id}) already has ${identityText(reason)}`,
  'taken-by-orphan': (reason) =>
    `the orphan \`${reason.other}\` (${reason.id}) still has ${identityText(reason)}`,
  'taken-by-unmanaged': (reason) =>
    `an unmanaged live object (${reason.id}) already has ${identityText(reason)}`,
  'taken-by-tunnel': (reason) =>
    `an endpoint that Edgewright cannot manage (${reason.id}) already has this URL`,
  'taken-by-shared': (reason) => `${ownerText(reason)}, and it already has ${identityText(reason)}`,
  'taken-by-marked': (reason) => `${ownerText(reason)}, and it already has ${identityText(reason)}`,
  'both-want': (reason) => `\`${reason.other}\` would have the same identity, and only one of the two can`,
  circle: ({ other }) => `it needs what \`${other}\` has, which gives it up only after this step`,
  'shared-adopt': (reason) =>
    `\`adopt:\` of \`${reason.owner}\` names ${reason.id} for \`${reason.other}\`, so it is not removed`,
  'shared-since': (reason) => `\`${reason.owner}\` has adopted it since, as \`${reason.other}\``,
  shared: (reason) =>
    `\`${reason.owner}\` also manages it, as \`${reason.other}\`: each would undo the other's changes`,
  'owned-elsewhere': (reason) =>
    `the ledger has ${reason.id}, but ${markerText(reason)}: it is neither changed nor deleted`,
  'rests-on-undone': (reason) => `safe only after \`${reason.other}\`, which is not done`,
  'rests-on-filtered': (reason) => `safe only after \`${reason.other}\`, which --only leaves out`,
  'run-created': (reason) => `run ${reason.run} created it`,
  'run-created-stays': (reason) =>
    `run ${reason.run} created it, but the API cannot delete ${kinds[reason.kind].title}s: it stays`,
  'run-created-changed': (reason) => `run ${reason.run} created it, but it was changed since: it stays`,
  'run-changed-again': (reason) => `changed again since run ${reason.run}: not undone`,
  'run-changed-again-outside': (reason) =>
    `changed again outside Edgewright since run ${reason.run}: not undone`,
  'run-changed-again-later': (reason) =>
    `changed again by a later run or a pull since run ${reason.run}: not undone`,
};

type AdoptionReason = Extract<StepReason, { readonly code: 'adopted' | 'adopted-instead' }>;

function adoptedBy({ by, id }: AdoptionReason): string {
  if (by === 'marker') return `${id} carries its marker`;
  return by === 'adopt'
    ? `\`adopt:\` names ${id}`
    : `\`adopt:\` names ${id}, and nothing can tell whether another workspace manages it`;
}

function nextText({ next }: AdoptionReason): string {
  return next === 'update' ? '; the next plan changes what differs' : '';
}

function fromText(templates: readonly string[]): string {
  return templates.length === 0 ? '' : ` (${templates.join(', ')})`;
}

function identityText({ to }: { readonly to: 'create' | 'become' }): string {
  return to === 'create' ? 'the same identity' : 'the identity that this would take';
}
