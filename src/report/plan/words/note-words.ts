import { approvalText } from '../../../derive/approval-text.ts';
import type { BrokenBase, NoteFact } from '../../../model/facts/note.ts';
import type { PlanNote, UncomparedSecret } from '../../../model/plan/plan.ts';
import { say, type Words } from './say.ts';
import { secretText } from './secret-words.ts';
import { minuteOf } from '../../../text/words/time-words.ts';
import { codeList, listed, named } from '../../../text/words/list-words.ts';
import { shortChange } from '../../../derive/compare/change-id.ts';

/** A note as a sentence without its address and final period. */
export function noteText({ fact, values = [] }: PlanNote): string {
  return fact.code === 'not-compared' ? uncomparedText(values, fact.environment) : say(words, fact);
}

const words: Words<Exclude<NoteFact, { readonly code: 'not-compared' }>> = {
  orphaned: ({ how, since, id, name, owner, other }) =>
    owner !== undefined
      ? `${how} ${minuteOf(since)}; \`${owner}\` manages ${id} now, as \`${other}\``
      : // A forgotten object may serve another workspace.
        `${how} ${minuteOf(since)}, still live as ${id}${how === 'retired' ? ': delete it in the dashboard, or manage' : '; manage'} it again with \`formerly: [${name}]\``,
  stray: ({ id }) =>
    `${id} carries the marker of this environment and is not in the ledger: adopt it with \`adopt:\`, or delete it in the dashboard`,
  'module-undeclared': ({ module }) => `\`${module}\` is live and not declared; it is kept as it is`,
  'undeclared-change': ({ path, since }) =>
    `\`${path}\` changed outside Edgewright after ${minuteOf(since)}; the files do not declare it`,
  'change-lost': ({ fields, since }) =>
    `${named(fields)} changed outside Edgewright after ${minuteOf(since)}; deleting it loses that`,
  'declared-since': ({ fields, since }) =>
    `${named(fields)} changed outside Edgewright after ${minuteOf(since)}, and the files declare the same now; apply records it`,
  'declared-weaker': ({ fields, since }) =>
    `live is less protected than last applied: ${named(fields)} changed outside Edgewright after ${minuteOf(since)}, and the files declare the same now; apply records it`,
  settling: ({ id }) =>
    `the API returned 404 for ${id}, which was written moments before it was forgotten: a later plan checks again`,
  'added-by-service': ({ path, live }) =>
    `\`${path}\` was added by the service${live === undefined ? '' : `, as ${live}`}; the files do not declare it, and it is kept`,
  'approval-used': (fact) => `${approvalName(fact)} is already used: delete it`,
  'approval-partial': (fact) => `${approvalName(fact)} does not match: the whole change id is ${fact.now}`,
  'approval-outdated': (fact) =>
    `${approvalName(fact)} fits no change of this plan: the change is ${fact.now} now`,
  'approval-other-kind': (fact) =>
    `${approvalName(fact)} fits no change of this plan: this change needs \`allow: ${fact.asked}\``,
  'approval-elsewhere': (fact) =>
    `${approvalName(fact)} is for \`${fact.environment}\`: it does not allow this change here`,
  'approval-unneeded': (fact) => `${approvalName(fact)} fits no change of this plan: delete it`,
  filtered: (fact) => `--only leaves out ${stepsText(fact)}`,
  'not-applied': (fact) => `stale, or not in the saved plan: ${stepsText(fact)}`,
  'routes-unlisted': () => 'the API cannot list routes: one outside the ledger may have the same match',
  'sent-tests': ({ ok, failed, skipped }) =>
    `the tests that were sent: ${ok} ok, ${failed} failed, ${skipped} skipped`,
  'sent-test-failed': ({ name, finding }) => `the service behaves differently: \`${name}\`: ${finding}`,
  unmanaged: ({ count, command }) =>
    `${count} ${count === 1 ? 'object on the account is' : 'objects on the account are'} not managed: \`${command}\` lists ${count === 1 ? 'it' : 'them'}`,
  'forwarded-elsewhere': ({ url, environment, other }) =>
    `\`${other}\` of \`${environment}\` forwards to \`${url}\`, and its requests fail when this is done`,
  'forwards-elsewhere': ({ url, environment, other }) =>
    `forwards to \`${url}\`, which \`${other}\` of \`${environment}\` serves`,
  'forwards-to-missing': ({ url, environment, other }) =>
    `forwards to \`${url}\`, which \`${other}\` of \`${environment}\` will serve and is not live yet: apply \`${environment}\` first`,
  'limit-raised': ({ limit, here, there: limitThere, ref }) =>
    `\`safety.${limit}\` is ${here} here and ${limitThere} in \`${ref}\`: the lower limit applies`,
  'no-longer-protected': ({ pattern, ref }) =>
    `\`safety.protect\` no longer has \`${pattern}\`, which \`${ref}\` still protects`,
  'drift-reverts': ({ ref }) =>
    `\`drift\` is \`revert\` here and \`report\` in \`${ref}\`: \`report\` applies`,
  'approval-new': ({ allow, change, reason }) =>
    `\`allow: ${allow}\` for change ${shortChange(change)} is new here, and counts: ${reason}`,
  'windows-differ': ({ here, there: windowsThere, ref }) =>
    `the change windows are ${windowsText(here)} here, and ${windowsText(windowsThere)} in \`${ref}\``,
  'freeze-lifted': ({ freeze, reason, ref }) =>
    `the freeze from ${freeze} in \`${ref}\` is removed here: ${reason}`,
  'lint-loosened': ({ finding, ref }) => `the lint settings of \`${ref}\` apply too: ${finding}`,
  'setting-changed': ({ finding }) => finding,
  'protects-nothing': ({ pattern }) => `\`${pattern}\` of \`safety.protect\` matches no resource now`,
  'test-gone': ({ name, place, ref }) =>
    `the test \`${name}\` (${place} in \`${ref}\`) is gone, and is run here as it is in \`${ref}\``,
  'test-changed': ({ name, place, ref }) =>
    `the test \`${name}\` (${place} in \`${ref}\`) is changed, and is run here as it is in \`${ref}\` too`,
  'error-suppressed': ({ rule, place, message, ref }) =>
    `a suppression that \`${ref}\` does not have hides an error: \`${place}\` ${message} (\`${rule}\`)`,
  'base-new': ({ ref }) => `\`${ref}\` has no edgewright.yaml here: everything in the files is new`,
  'base-lacks-environment': ({ environment, ref }) =>
    `\`${ref}\` has no environment \`${environment}\`: everything in its files is new`,
  'base-lacks-resources': ({ ref }) => `\`${ref}\` has no resources: everything in the files is new`,
  'base-unreadable': brokenNote,
  'base-invalid': brokenNote,
  'base-ahead': ({ commits, ref }) =>
    `\`${ref}\` is ${commits} ${commits === 1 ? 'commit' : 'commits'} ahead of where this branch began: what was applied of that looks pending here, to be undone; merge it in`,
  'step-taken-back': ({ action, ref }) =>
    `its ${action} was pending on \`${ref}\`, and is not with this pull request`,
  'fields-taken-back': ({ paths, more, ref }) =>
    `${named(paths, more)} was pending on \`${ref}\`, and is not with this pull request`,
  'drift-declared': ({ paths, more }) =>
    `${named(paths, more)} was changed outside Edgewright, and the files declare the same now`,
  'read-snapshot': ({ signature, taken, read }) =>
    `what is live is read from ${signature === 'signed' ? 'a signed' : 'an unsigned'} snapshot of ${taken}, ${ageText(Date.parse(read) - Date.parse(taken))}: not from the API`,
  'values-hidden': () => 'what the files do not hold is shown as `(hidden …)`',
  'applied-elsewhere': ({ environment, commit, checkout }) =>
    `\`${environment}\` was last applied from commit \`${commit.slice(0, 12)}\`, which ${checkoutWords[checkout]}`,
  'others-assumed': ({ count }) =>
    `only what \`--only\` names was read, and what the files change: ${count} other ${count === 1 ? 'object counts' : 'objects count'} as last observed, and objects outside the ledger were not looked for`,
};

const checkoutWords = {
  behind: 'this checkout is behind: this plan may undo it; `git pull` first',
  apart: 'this checkout does not contain: this plan may undo it; merge it in first',
  unknown: 'this clone does not have: this plan may undo it; `git pull` first',
} as const;

function windowsText(windows: readonly string[]): string {
  return windows.length === 0 ? 'none' : codeList(windows);
}

/** `` `main` cannot be read: … ``. */
export function brokenBaseText(fact: BrokenBase): string {
  return fact.code === 'base-unreadable'
    ? `\`${fact.ref}\` cannot be read: ${fact.problem}`
    : `\`${fact.ref}\` does not compile: ${fact.place}: ${fact.finding}`;
}

function brokenNote(fact: BrokenBase): string {
  return `the changes are not attributed: ${brokenBaseText(fact)}`;
}

function approvalName({
  allow,
  change,
  place,
}: {
  readonly allow: string;
  readonly change: string;
  readonly place: string;
}): string {
  return `the approval \`allow: ${allow}\` with \`change: ${change}\` in \`${place}\``;
}

function stepsText({
  count,
  addresses,
  more,
}: {
  readonly count: number;
  readonly addresses: readonly string[];
  readonly more: number;
}): string {
  const rest = more === 0 ? '' : ` and ${more} more`;
  return `${count} step${count === 1 ? '' : 's'}: ${addresses.join(', ')}${rest}`;
}

const mostNamed = 10;

function uncomparedText(values: readonly UncomparedSecret[], environment: string): string {
  const [first] = values;
  if (first !== undefined && values.length === 1) {
    const { path, why } = first;
    return `\`${path}\` not compared: ${secretText(why)}; ${nextOf(first, environment)}`;
  }
  const some = values.slice(0, mostNamed).map(({ address, path, why, change }) => {
    const asked = why.code === 'unset' ? '' : `; change ${change}`;
    return `${address} \`${path}\` (${secretText(why)}${asked})`;
  });
  const rest = values.length - some.length;
  const more = rest > 0 ? `, and ${rest} more (--format json names all)` : '';
  const way = values.every(({ why }) => why.code === 'unset')
    ? 'to compare them, set their `EDGEWRIGHT_SECRET_…` variables'
    : `to send one anyway: \`kind: approval\`, \`allow: write-secret\`, its \`address\` and \`change\`, \`environment: ${environment}\`, and a \`reason\``;
  return `${values.length} secrets were not compared: ${some.join(', ')}${more}; ${way}`;
}

function nextOf({ address, why, change }: UncomparedSecret, environment: string): string {
  if (why.code === 'unset')
    return `to compare it, set ${listed(
      why.names.map((name) => `EDGEWRIGHT_SECRET_${name}`),
      mostNamed,
    )}`;
  const approval = approvalText({ allow: 'write-secret', address, change, environment });
  return `to send it anyway, commit in a resource file with a reason: ${approval}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A duration in milliseconds as `2 hours ago`. */
function ageText(milliseconds: number): string {
  if (milliseconds < -60_000) return 'which is in the future by this clock';
  const [unit, length] = units.find(([, size]) => milliseconds >= size) ?? ['minute', 60_000];
  const count = Math.floor(Math.max(0, milliseconds) / length);
  return count === 0 ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
