/** All edits, those that begin with a state of their own too; and `apply` writes nothing of what `plan` refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, needsItsOwn, type EditCase } from './edit-cases.ts';
import { openEdited, type EditedWorkspace } from './edited-workspace.ts';

const attacks = casesOf('attacks');
const harmless = casesOf('harmless');
const named = (cases: readonly EditCase[]): readonly (readonly [string, EditCase])[] =>
  cases.map((about) => [about.name, about]);

let shared: EditedWorkspace;
beforeAll(async () => {
  shared = await openEdited({ name: 'as it was applied first', edit: {} });
});
afterAll(() => shared.close());

async function within<Result>(
  about: EditCase,
  body: (workspace: EditedWorkspace) => Promise<Result>,
): Promise<Result> {
  if (!needsItsOwn(about)) return body(shared);
  const own = await openEdited(about);
  try {
    return await body(own);
  } finally {
    await own.close();
  }
}

describe('an attack is refused, and apply writes nothing', () => {
  test.each(named(attacks))('%s', async (_, about) => {
    const { edit, request, base, exit = 6, gate = 'exposure' } = about;
    await within(about, async ({ plan, apply }) => {
      const said = await plan(edit);
      expect(said.exit, `${request}\n${said.stdout}${said.stderr}`).toBe(exit);
      if (exit === 6) expect(said.gates).toContain(gate);
      // The gates of a pull request end with its merge.
      if (base !== true) expect((await apply(edit)).writes).toEqual([]);
    });
  });
});

describe('a harmless edit is planned', () => {
  test.each(named(harmless))('%s', async (_, about) => {
    await within(about, async ({ plan }) => {
      const { exit, gates, stdout, stderr } = await plan(about.edit);
      expect({ exit, gates }, stdout + stderr).toEqual({ exit: 0, gates: [] });
    });
  });
});
