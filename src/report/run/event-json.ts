import type { RunEvent, RunFailure } from '../../model/plan/run-event.ts';
import type { ApplyTime } from '../../model/plan/schedule.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { inert, inertLine } from '../text/inert.ts';
import { jsonLine } from '../text/json.ts';
import { refusedCount, summaryText } from '../plan/summary.ts';
import { said } from '../plan/words/say.ts';
import { refusalText } from '../plan/words/refusal-words.ts';
import { staleReasonText } from '../plan/words/stale-words.ts';
import { appliedText } from './applied.ts';
import { outcomeText } from './outcome-words.ts';
import { skipText } from '../plan/words/skip-text.ts';
import type { Outcome } from '../../model/plan/step-outcome.ts';

/** The version of the lines; `schemas/events.schema.json` is their schema. */
const format = 1;

/** The part that all lines share: the time, and the run and its environment once they are known. */
export interface EventHead {
  /** RFC 3339. */
  readonly at: string;
  readonly run: string | undefined;
  readonly environment: string | undefined;
}

/** An event as one line of JSON; empty for one that only the screen needs. It has no secrets. */
export function eventJson(event: RunEvent, head: EventHead): string {
  const tree = treeOf(event);
  return tree === undefined ? '' : jsonLine({ format, event: nameOf(event), ...head, ...tree });
}

function nameOf({ event }: RunEvent): string {
  if (event === 'environment-ended') return 'environment-end';
  return event === 'step-started' || event === 'step-ended' ? 'step' : event;
}

function treeOf(event: RunEvent): object | undefined {
  switch (event.event) {
    case 'start': {
      const { run, takenFrom, api, plan } = event;
      return { about: run, taken_from: takenFrom, api, plan: planTree(plan) };
    }
    case 'settled':
      return { address: event.address, as: event.as };
    case 'apply':
      return undefined;
    case 'step-started':
      return { address: event.step.address, action: event.step.action, status: 'started' };
    case 'step-ended':
      return outcomeTree(event.outcome);
    case 'wait': {
      const { event: _event, ...wait } = event;
      return wait;
    }
    case 'summary': {
      const { tally, byKind, next } = event;
      return { counts: tally, by_kind: byKind, next, text: appliedText(tally) };
    }
    case 'skipped': {
      const { why } = event;
      const facts = why.code === 'locked' ? { holder: why.run } : { opens: opensAt(why.time) };
      return { why: why.code, ...facts, text: inertLine(skipText(event)) };
    }
    case 'environment-ended':
    case 'end': {
      const { exitCode, error } = event;
      return { exit_code: exitCode, error: error && errorTree(error) };
    }
  }
}

function opensAt(time: ApplyTime): string | undefined {
  return time.state === 'open' ? undefined : time.opens?.at;
}

function errorTree({ message, help, holder }: RunFailure): object {
  return { message: inertLine(message), help: help === undefined ? undefined : inertLine(help), holder };
}

function planTree(plan: Plan): object {
  const { lineage, serial, summary, refusals } = plan;
  return {
    lineage,
    serial,
    summary: { ...summary, refused: refusedCount(plan), text: summaryText(plan) },
    refusals: refusals.map((refusal) => ({
      gate: refusal.gate,
      addresses: refusal.addresses,
      text: inert(refusalText(refusal)),
    })),
  };
}

function outcomeTree(outcome: Outcome): object {
  return {
    ...outcome,
    reason: { ...outcome.reason, text: inert(outcomeText(outcome)) },
    stale: outcome.stale?.map((reason) => said(reason, (fact) => inert(staleReasonText(fact)))),
  };
}
