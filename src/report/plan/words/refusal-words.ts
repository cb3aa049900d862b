import type { Step, ExposureDirection } from '../../../model/plan/step.ts';
import type { Refusal, FailOn } from '../../../model/plan/plan.ts';
import type { RefusalFact } from '../../../model/facts/refusal.ts';
import { brokenBaseText } from './note-words.ts';
import { overrideFlags } from '../override-flags.ts';
import { say, type Words } from './say.ts';
import { counted } from '../../../text/words/noun-words.ts';
import { named } from '../../../text/words/list-words.ts';

type Addresses = Refusal['addresses'];

/** The reason why the plan may not be applied, without a final period. */
export function refusalText({ fact, addresses }: Pick<Refusal, 'fact' | 'addresses'>): string {
  return say(reasons, fact, addresses);
}

/** The reason why a step is not applied, without a final period. */
export function stepRefusalText(
  { fact }: Pick<Refusal, 'fact'>,
  { exposure }: Pick<Step, 'exposure'>,
): string {
  if (fact.code === 'less-protected')
    return `${directionText(exposure?.direction ?? 'weaker')}, not approved`;
  if (fact.code === 'too-many-deletes') return `deletion not approved; ${limitText('max_deletes', fact)}`;
  if (fact.code === 'protected')
    return `protected by \`safety.protect\`: ${overrideText({ fact, addresses: [] })}`;
  return refusalText({ fact, addresses: [] });
}

export function directionText(direction: ExposureDirection): string {
  return directions[direction];
}

const directions: Readonly<Record<ExposureDirection, string>> = {
  weaker: 'becomes less protected',
  'newly-reachable': 'becomes newly reachable',
  unknown: 'may become less protected',
};

const reasons: Words<RefusalFact, [Addresses]> = {
  'nothing-declared': ({ environment }, addresses) =>
    `\`${environment}\` declares no resources, and its ledger has ${counted(addresses.length, 'object')}`,
  'less-protected': (_fact, addresses) =>
    `${counted(addresses.length, 'resource')} would be less protected: not approved`,
  'too-many-deletes': (fact, addresses) =>
    `${counted(addresses.length, 'object')} would be deleted; ${limitText('max_deletes', fact)}`,
  'too-many-changes': (fact) =>
    `${fact.changed} of ${fact.known} objects (${fact.percent} %) would change; ${limitText('max_changed_percent', fact)}`,
  protected: (_fact, addresses) =>
    `${named(addresses)} ${addresses.length === 1 ? 'is' : 'are'} protected by \`safety.protect\``,
  'secrets-unset': ({ names }) =>
    `${names.length === 1 ? 'a secret that would be sent is' : `${names.length} secrets that would be sent are`} not set: ${named(names)}`,
  'not-by-pull-request': ({ causes }, addresses) =>
    `${counted(addresses.length, 'resource')} ${addresses.length === 1 ? 'has' : 'have'} changes that are not in this pull request: ${causes.map((cause) => causeWords[cause as keyof typeof causeWords]).join(' or ')}`,
  'base-unreadable': (fact) => `the changes cannot be attributed: ${brokenBaseText(fact)}`,
  'base-invalid': (fact) => `the changes cannot be attributed: ${brokenBaseText(fact)}`,
  'tests-failed': ({ names }) =>
    `${counted(names.length, 'test')} of requests ${names.length === 1 ? 'fails' : 'fail'} when the plan is applied: ${named(names)}`,
  'steps-blocked': (_fact, addresses) =>
    `${counted(addresses.length, 'resource')} ${addresses.length === 1 ? 'is' : 'are'} blocked`,
  'lint-errors': ({ findings, more, ref }) =>
    `${counted(findings.length + more, 'error')} by the lint settings of \`${ref}\`, which apply: ${[
      ...findings.map(({ place, message, rule }) => `\`${place}\` ${message} (\`${rule}\`)`),
      ...(more > 0 ? [`${more} more`] : []),
    ].join('; ')}`,
};

const causeWords = { pending: 'pending before it', outside: 'changed outside Edgewright' } as const;

/** The value of a limit; both values if the base has a stricter one than the files. */
function limitText(
  name: string,
  { most, here, ref }: { readonly most: number; readonly here?: number; readonly ref?: string },
): string {
  const limit = `\`safety.${name}\` is ${most}`;
  if (here === undefined) return limit;
  return `${limit} in \`${ref ?? ''}\` and ${here} here: the lower limit applies`;
}

/** The way to lift a refusal: flags of `apply`, or an instruction. */
export function overrideText(refusal: Pick<Refusal, 'fact' | 'addresses' | 'approvals'>): string {
  return overrideFlags(refusal)?.join(' ') ?? say(overrides, refusal.fact, refusal.addresses);
}

const overrides: Words<RefusalFact, [Addresses]> = {
  'nothing-declared': () => 'declare the resources',
  'less-protected': () => 'approve each',
  'too-many-deletes': () => 'approve each',
  'too-many-changes': () => 'apply fewer changes at a time',
  protected: () => 'declare the resource again, remove it from `safety.protect`, apply, and then remove it',
  'secrets-unset': ({ names }) =>
    `set ${names.map((name) => `EDGEWRIGHT_SECRET_${name}`).join(', ')}, or add files of these names to \`--secrets-dir\``,
  'not-by-pull-request': ({ ref }) =>
    `apply \`${ref}\` and resolve what changed outside Edgewright first, or ${without('unattributed')}`,
  'base-unreadable': ({ ref }) => `fix \`${ref}\` first, or ${without('unattributed')}`,
  'base-invalid': ({ ref }) => `fix \`${ref}\` first, or ${without('unattributed')}`,
  'tests-failed': () => `change the files or the tests, or ${without('tests')}`,
  'steps-blocked': () => 'resolve each blocked step, or leave out `--fail-on blocked`',
  'lint-errors': ({ ref }) => `fix the errors, or have the laxer settings merged into \`${ref}\` first`,
};

function without(gate: FailOn): string {
  return `leave out \`--fail-on ${gate}\``;
}
