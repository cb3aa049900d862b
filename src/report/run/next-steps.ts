import { isKindName, kinds } from '../../kinds/index.ts';
import type { NextStep } from '../../model/plan/run-event.ts';
import type { Address } from '../../model/workspace/address.ts';
import { inertLine } from '../text/inert.ts';
import type { Outcome, OutcomeStatus } from '../../model/plan/step-outcome.ts';

/** The commands that a run can end with; undefined if there is none, as the plan shows nothing about a rollback. */
export interface RunCommands {
  /** Shows what is left. */
  readonly plan: string | undefined;
  /** Does the rest. */
  readonly again: string | undefined;
  /** Records what creates made, separated by spaces: an object, none, or each as `<address>=<id>` says. */
  readonly resolve: (addresses: string, how?: 'adopt' | 'absent') => string;
  /** Lists the creates without a response. */
  readonly unknown: string;
  /** Undoes the run; undefined if it changed nothing. */
  readonly undo: string | undefined;
}

interface RunFollowUp {
  readonly outcomes: readonly Outcome[];
  /** By address of a blocked step, the create without a response that blocks it. */
  readonly blockedBy: ReadonlyMap<Address, Address>;
  /** Whether created objects carry a marker, by which they are found in the lists. */
  readonly marker: boolean;
  readonly commands: RunCommands;
}

export interface Advice {
  /** Full sentences, the most urgent first. */
  readonly sentences: readonly string[];
  readonly next: readonly NextStep[];
}

const none: Advice = { sentences: [], next: [] };
const mostNamed = 3;

/** The next steps after a run. A run that was stopped goes on with the same command. */
export function adviceFor(ended: RunFollowUp): Advice {
  const { commands, outcomes } = ended;
  const undo: readonly NextStep[] =
    commands.undo === undefined ? [] : [{ purpose: 'undo', command: commands.undo }];
  const has = (wanted: Outcome['cause']): boolean => outcomes.some(({ cause }) => cause === wanted);
  const { sentences, next } = has('ledger')
    ? unrecorded(ended)
    : has('lock')
      ? takenAway(ended)
      : joined([failing(outcomes), settling(ended), refusedAsOurs(ended), rest(outcomes, commands)]);
  return { sentences: sentences.map(inertLine), next: [...next, ...undo] };
}

/** A create that is in the journal without its id: it is found by its marker, or a person says which object it made. */
function unrecorded({ outcomes, marker, commands: { plan, resolve } }: RunFollowUp): Advice {
  const made = outcomes.flatMap(({ address, reason }) =>
    reason.code === 'created-not-recorded' && !(marker && isListed(address))
      ? [`${address}=${reason.id}`]
      : [],
  );
  const others = outcomes.filter(({ cause }) => cause === 'ledger').length > made.length;
  return {
    sentences: [
      'The ledger could not be written.',
      'The changes above are live, but not all of them are recorded: keep this output.',
      ...(made.length === 0 ? [] : [`Once the ledger can be written again:  ${resolve(made.join(' '))}`]),
      ...(others || made.length === 0
        ? [
            `${runAgain(plan)} once the ledger can be written again: it finds what ${made.length === 0 ? 'is' : 'else is'} not recorded${plan === undefined ? ', and records it' : '; the next apply records it'}.`,
          ]
        : []),
    ],
    next: reviewing(plan),
  };
}

/** The run that took the lock has read the earlier records. */
function takenAway({ outcomes, commands: { plan } }: RunFollowUp): Advice {
  const isLost = outcomes.some(({ cause, status }) => cause === 'lock' && status === 'failed');
  return {
    sentences: [
      'The lock of this run was taken away: another run may be in progress.',
      ...(isLost
        ? ['The changes above are live, but not all of them are recorded: keep this output.']
        : ['All changes of this run are in the ledger.']),
      `${runAgain(plan)} once no other run is in progress.`,
    ],
    next: reviewing(plan),
  };
}

/** The service seems to fail: the creates that were held back are safe to send later. */
function failing(outcomes: readonly Outcome[]): Advice {
  const notSent = outcomes.filter(({ reason }) => reason.code === 'unknown-in-a-row').length;
  if (notSent === 0) return none;
  const creates =
    notSent === 1 ? '1 create that cannot be undone was' : `${notSent} creates that cannot be undone were`;
  return {
    sentences: [`The API seems to be failing: ${creates} not sent. Apply again when it responds.`],
    next: [],
  };
}

/** The ways to settle unknown outcomes: a list finds an endpoint or TLS edge, but no list has routes. */
function settling({ outcomes, blockedBy, marker, commands }: RunFollowUp): Advice {
  const unknown = outcomes.filter(({ status }) => status === 'unknown');
  if (unknown.length === 0) return none;
  const creates = unknown.filter(
    ({ action, reason }) => action === 'create' || (action === 'blocked' && reason.code !== 'may-arrive'),
  );
  const addresses = new Set(creates.map(({ address }) => blockedBy.get(address) ?? address));
  const unproven = new Set(
    creates.filter(({ reason }) => unprovenCodes.has(reason.code)).map(({ address }) => address),
  );
  const isFound = (address: Address): boolean => marker && isListed(address) && !unproven.has(address);
  const listed = [...addresses].filter(isFound);
  const unlisted = [...addresses].filter((address) => !isFound(address));
  const { plan, resolve } = commands;
  const isOnlyWrites = creates.length === 0;
  const adoptions = unlisted.flatMap((address) =>
    (['adopt', 'absent'] as const).map((how) => ({ purpose: how, command: resolve(address, how), address })),
  );
  return joined([
    listed.length === 0 && !isOnlyWrites
      ? none
      : {
          sentences: [
            isOnlyWrites
              ? `${runAgain(plan)} to see whether it was carried out.`
              : `${runAgain(plan)}: ${adoptingWords(listed, plan)}.`,
          ],
          next: reviewing(plan),
        },
    {
      sentences:
        unlisted.length > mostNamed
          ? [
              `${unlisted.length} creates are unknown, and no list tells which objects they made: \`${commands.unknown}\` prints the commands that settle them; each takes several addresses.`,
            ]
          : unlisted
              .flatMap((address) => [
                `Look for ${address} in the dashboard: ${isListed(address) ? 'no list says which object it is' : 'routes cannot be listed'}.`,
                `If it exists:          ${resolve(address, 'adopt')}`,
                `If it does not exist:  ${resolve(address, 'absent')}`,
              ])
              .concat(
                unlisted.length < 2
                  ? []
                  : [`If none of them exists: ${resolve(unlisted.join(' '), 'absent')}`],
              ),
      next: unlisted.length === 0 ? [] : [...adoptions, { purpose: 'settle', command: commands.unknown }],
    },
  ]);
}

/** Reasons after which the marker of the create is not expected anywhere. */
const unprovenCodes: ReadonlySet<string> = new Set(['created-existing', 'created-other', 'created-unmarked']);

/** A plan only looks into the lists; an apply, or the same rollback again, adopts as well. */
function adoptingWords(listed: readonly Address[], plan: string | undefined): string {
  const names = listed.length > mostNamed ? `the ${listed.length} objects` : listed.join(', ');
  return plan === undefined
    ? `it looks for ${names} in the lists, and adopts what exists`
    : `it looks for ${names} in the lists; the next apply adopts what exists`;
}

/** Creates that were refused, perhaps because of what an earlier one of ours without a response has made. */
function refusedAsOurs({ outcomes, commands: { resolve } }: RunFollowUp): Advice {
  const others = outcomes.flatMap(({ reason }) =>
    reason.code === 'may-be-ours' ? [reason.other as Address] : [],
  );
  return joined(
    others.map((address) => {
      const command = resolve(address, 'adopt');
      return {
        sentences: [`If ${address} exists:  ${command}`],
        next: [{ purpose: 'adopt', command, address }],
      };
    }),
  );
}

function rest(outcomes: readonly Outcome[], { plan, again }: RunCommands): Advice {
  const has = (wanted: OutcomeStatus): boolean => outcomes.some(({ status }) => status === wanted);
  const isOpen = has('failed') || has('skipped');
  // An adoption sends nothing: what differs is the next plan's update, which may need an approval.
  if (!isOpen && outcomes.some(({ reason }) => reason.code === 'adopted-differs'))
    return {
      sentences: [`${runAgain(plan)} to see the updates of what was adopted.`],
      next: reviewing(plan),
    };
  if (has('unknown') && !outcomes.some(isInterrupted)) return none;
  // Only a plan can show blocked steps; a rollback has no plan, and keeps what it cannot undo.
  if (!isOpen && (plan === undefined || !has('blocked'))) return none;
  const kept = has('done') ? 'Applied steps are in the ledger. ' : '';
  if (again !== undefined && outcomes.some(isInterrupted))
    return {
      sentences: [`${kept}To go on, run ${again}.`],
      next: [{ purpose: 'continue', command: again }],
    };
  return plan === undefined
    ? { sentences: [`${kept}Run the same command again for the rest.`], next: [] }
    : { sentences: [`${kept}Run ${plan} to see what is left.`], next: reviewing(plan) };
}

function isInterrupted({ reason }: Outcome): boolean {
  return reason.code === 'interrupted';
}

function isListed(address: Address): boolean {
  const [kind = ''] = address.split('/');
  return isKindName(kind) && kinds[kind].operations.list !== undefined;
}

function runAgain(plan: string | undefined): string {
  return plan === undefined ? 'Run the same command again' : `Run ${plan}`;
}

function reviewing(plan: string | undefined): readonly NextStep[] {
  return plan === undefined ? [] : [{ purpose: 'review', command: plan }];
}

function joined(parts: readonly Advice[]): Advice {
  return {
    sentences: parts.flatMap(({ sentences }) => sentences),
    next: parts.flatMap(({ next }) => next),
  };
}
