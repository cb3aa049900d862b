/** Whatever is edited between two runs, lint with its cache prints what it prints without one. */
import '../../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { doEdit, edits, type Edit } from './edits.ts';
import { runs } from '../../runs.ts';
import { lintAround, usual, type Around } from './lint-around.ts';

const bookshop = path.join(import.meta.dirname, '../../../examples/bookshop');

type Step = { readonly edit: Edit } | { readonly around: Partial<Around> } | { readonly damage: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: edits.map((edit) => ({ edit })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom<Partial<Around>>(
        { build: 'other' },
        // Its certificate expires in 2046.
        { day: 2_500 },
        { day: -40 },
        { env: { NO_COLOR: '1' } },
        { env: { GITHUB_TOKEN: 'bookshop-production' } },
        { env: { EDGEWRIGHT_SECRET_A: 'problems in' } },
        { options: ['--format', 'json'] },
        { options: ['--env', 'staging', '--max-warnings', '0'] },
        { options: ['--rule', 'name-form=off', 'resources/storefront'] },
        { isTerminal: true },
      )
      .map((around) => ({ around })),
  },
  { weight: 1, arbitrary: fc.nat({ max: 10_000 }).map((damage) => ({ damage })) },
);

function damaged(text: string, at: number): string {
  const place = at % text.length;
  return at % 3 === 0 ? text.slice(0, place) : `${text.slice(0, place)}~${text.slice(place + 1)}`;
}

test('the output is that of a run without a cache', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 6 }), async (all) => {
      const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-edits-')));
      const root = path.join(home, 'bookshop');
      cpSync(bookshop, root, { recursive: true });
      try {
        const texts = new Map<string, string>();
        let around = usual;
        await lintAround(root, around, texts);
        for (const step of all) {
          if ('edit' in step) doEdit(root, step.edit);
          else if ('around' in step) around = { ...around, ...step.around };
          else for (const [name, text] of texts) texts.set(name, damaged(text, step.damage));
          const fresh = await lintAround(root, around, undefined);
          expect(await lintAround(root, around, texts)).toEqual(fresh);
          expect(await lintAround(root, around, texts)).toEqual(fresh);
        }
      } finally {
        rmSync(home, { recursive: true });
      }
    }),
    { numRuns: runs(20) },
  );
});
