/** Edits of a workspace: as an attacker would make them, and as somebody does every day. `edits.prove.ts` has all. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { share } from '../runs.ts';
import { casesOf, needsItsOwn } from './edit-cases.ts';
import { openEdited, type EditedWorkspace } from './edited-workspace.ts';

const attacks = casesOf('attacks');
const harmless = casesOf('harmless');
const named = (cases: typeof attacks): readonly (readonly [string, (typeof attacks)[number]])[] =>
  share(cases.filter((about) => !needsItsOwn(about))).map((about) => [about.name, about]);

let workspace: EditedWorkspace;
beforeAll(async () => {
  workspace = await openEdited({ name: 'as it was applied first', edit: {} });
});
afterAll(() => workspace.close());

test('there are enough of both', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
  expect(harmless.length).toBeGreaterThanOrEqual(60);
});

describe('an attack is refused', () => {
  test.each(named(attacks))('%s', async (_, { edit, request, exit = 6, gate = 'exposure' }) => {
    const said = await workspace.plan(edit);
    expect(said.exit, `${request}\n${said.stdout}${said.stderr}`).toBe(exit);
    if (exit === 6) expect(said.gates).toContain(gate);
  });
});

describe('a harmless edit is planned', () => {
  test.each(named(harmless))('%s', async (_, { edit }) => {
    const { exit, gates, stdout, stderr } = await workspace.plan(edit);
    expect({ exit, gates }, stdout + stderr).toEqual({ exit: 0, gates: [] });
  });
});
