import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import type { RunEvent } from '../../src/model/plan/run-event.ts';
import { isSilentStep } from '../../src/model/plan/step.ts';
import { eventJson } from '../../src/report/run/event-json.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/events.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

/** Checks that a line of `apply --format json` is one document of the published schema; returns it. */
export function checkedLine(line: string): Record<string, unknown> {
  expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1, line).toBe(true);
  const document = JSON.parse(line) as Record<string, unknown>;
  expect(validate(document), `${line}${JSON.stringify(validate.errors, null, 1)}`).toBe(true);
  return document;
}

/** Checks the events of a run: their lines, their order, and that the counts add up to the steps of the plan. */
export function checkEvents(events: readonly RunEvent[], exit: number): void {
  const last = events.at(-1);
  if (last === undefined) return;
  const head = { at: '2026-06-01T12:00:00Z', run: '3f9a1c07b2de', environment: 'production' };
  for (const event of events) {
    const line = eventJson(event, head);
    if (line !== '') checkedLine(line);
  }
  expect(events.filter(({ event }) => event === 'end')).toHaveLength(1);
  expect(last).toMatchObject({ event: 'end', exitCode: exit });
  for (const run of runsOf(events)) checkRun(run);
}

/** The events of each environment, if there are several. */
function runsOf(events: readonly RunEvent[]): readonly (readonly RunEvent[])[] {
  const ends = events.flatMap(({ event }, index) => (event === 'environment-ended' ? [index + 1] : []));
  return [0, ...ends].map((start, index) => events.slice(start, ends[index]));
}

function checkRun(events: readonly RunEvent[]): void {
  const [start] = of(events, 'start');
  const [applying] = of(events, 'apply');
  const [summary] = of(events, 'summary');
  if (start === undefined || applying === undefined || summary === undefined) return;
  const { steps, ...counts } = summary.tally;
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  expect(sum).toBe(steps);
  expect(steps).toBe(start.plan.steps.length + applying.left.length);
  const kinds = Object.values(summary.byKind);
  expect(kinds.reduce((total, kind) => total + kind.steps, 0)).toBe(steps);
  // Whatever started has ended, and each shown step ended once.
  const ended = of(events, 'step-ended').map(({ outcome }) => outcome.address);
  for (const { step } of of(events, 'step-started')) expect(ended).toContain(step.address);
  const shown = start.plan.steps.filter((step) => !isSilentStep(step));
  expect(ended.toSorted()).toEqual([...shown, ...applying.left].map(({ address }) => address).toSorted());
}

function of<Name extends RunEvent['event']>(
  events: readonly RunEvent[],
  name: Name,
): readonly Extract<RunEvent, { readonly event: Name }>[] {
  return events.filter((event): event is Extract<RunEvent, { readonly event: Name }> => event.event === name);
}
