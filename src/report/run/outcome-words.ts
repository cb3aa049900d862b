import type { Outcome } from '../../model/plan/step-outcome.ts';
import { stepReasons, type StepReason } from '../../model/facts/reason.ts';
import type { OutcomeReason, StepEnding } from '../../model/facts/outcome.ts';
import { actions } from '../plan/plan-groups.ts';
import { reasonText } from '../plan/words/reason-words.ts';
import { say, type Words } from '../plan/words/say.ts';
import { staleReasonText } from '../plan/words/stale-words.ts';
import { secondOf } from '../../text/words/time-words.ts';
import { asCode } from '../../text/quoted.ts';
import { codeList, listed } from '../../text/words/list-words.ts';

const mostNamed = 5;

/** The state of a step in a word: what was done, or why not. */
export function outcomeWord({ action, status }: Pick<Outcome, 'action' | 'status'>): string {
  if (status === 'done') return actions[action].done;
  return status === 'drifted' ? actions.drift.done : status;
}

/** The result as one sentence without a final period. */
export function outcomeText({ action, reason, stale = [] }: OutcomeFacts): string {
  const text = isStepReason(reason)
    ? reasonText(reason)
    : say(endingWords, { ...reason, done: actions[action].done });
  return stale.length === 0 ? text : `${text}: ${stale.map(staleReasonText).join('; ')}`;
}

type OutcomeFacts = Pick<Outcome, 'action' | 'reason' | 'stale'>;

function isStepReason(reason: OutcomeReason): reason is StepReason {
  return Object.hasOwn(stepReasons, reason.code);
}

type DoneEnding = StepEnding & { readonly done: string };

const endingWords: Words<DoneEnding> = {
  done: (ending) => ending.done,
  'adopted-differs': (ending) =>
    `adopted as it is; it differs from the files in ${listed(ending.fields.map(asCode), mostNamed)}`,
  'forgot-gone': () => 'forgotten: it no longer exists',
  'forgot-unseen': () => 'forgotten: the API returned 404',
  'still-exists': (ending) => `${ending.done}: it still exists`,
  'done-not-kept': (ending) => `${ending.done}, but the service did not keep ${pathsText(ending)}`,
  'done-not-recorded': (ending) => `${ending.done}, but not recorded: ${ending.message}`,
  'kept-not-recorded': (ending) => `kept, but not recorded: ${ending.message}`,
  'created-read-again': (ending) => `created, though ${ending.message}; read again`,
  'created-not-kept': (ending) =>
    `created, though ${ending.message}; read again, but the service did not keep ${pathsText(ending)}`,
  'created-missing': (ending) =>
    `created, though ${ending.message}; read again, it does not exist: plan again`,
  'created-unseen': (ending) =>
    `created, though ${ending.message}; whether it is as planned cannot be seen: ${ending.problem}`,
  'created-not-recorded': (ending) =>
    `created ${ending.kind} \`${ending.id}\` (write \`${ending.address}: ${ending.ref}\` under \`adopt:\`), but not recorded: ${ending.message}`,
  failed: (ending) => ending.message,
  'may-be-ours': (ending) =>
    `${ending.message}; this may be ours: the create of \`${ending.other}\` on ${secondOf(ending.since)} got no response`,
  unchanged: (ending) => `${ending.message}; the object is as it was before`,
  unsettled: (ending) => `${ending.message}; it may have been carried out: plan again to see`,
  unanswered: (ending) => `${ending.message}; it may have been created`,
  'created-other': (ending) => otherText(ending),
  'created-existing': (ending) =>
    `the response names \`${ending.id}\`, which existed before: it is unknown what was created`,
  'created-unmarked': (ending) =>
    `the response names \`${ending.id}\`, which does not carry the marker that was sent: it is unknown what was created`,
  'changed-since': (ending) =>
    `changed outside Edgewright since the plan was made${ending.paths.length === 0 ? '' : `: ${codeList(ending.paths)}`}; plan again`,
  'deleted-since': () => 'deleted outside Edgewright since the plan was made; plan again',
  'type-changed': () => 'it is no longer of a type that this API can change',
  'owned-by-other': (ending) =>
    `not sent: the marker of ${ending.id} names another owner (${ending.owner}); plan again`,
  'adopt-deleted': () => 'the object to adopt no longer exists',
  'secrets-unset': (ending) => `secrets are not set: ${ending.names.join(', ')}`,
  interrupted: () => 'not attempted: interrupted',
  'ledger-unwritable': () => 'not attempted: the ledger cannot be written',
  'ledger-failed': (ending) => `not attempted: ${ending.message}`,
  'credential-refused': () => 'not attempted: the API refused the credential',
  'asked-to-wait': (ending) => `not attempted: the service asks to wait until ${ending.until}`,
  'unknown-in-a-row': (ending) =>
    `not attempted: ${ending.count} outcomes in a row are unknown, and this create cannot be undone`,
  'rests-on-failed': (ending) => `not attempted: safe only after \`${ending.other}\`, which was not done`,
  stale: () => 'not attempted: stale',
  'other-shard': (ending) =>
    `not attempted: it depends on \`${ending.other}\`, which shard ${ending.shard} applies`,
};

function otherText({ id, other }: { readonly id: string; readonly other: string }): string {
  return `the response names \`${id}\`, which is \`${other}\`: it is unknown what was created`;
}

function pathsText({ paths }: { readonly paths: readonly string[] }): string {
  return listed(paths.map(asCode), mostNamed);
}
