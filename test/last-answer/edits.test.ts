/** Whatever is edited between two runs, the last answer is printed again only if a new run would print the same. */
import '../property-seed.ts';
import fc from 'fast-check';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repeatAnswer } from '../../src/last-answer/repeat-answer.ts';
import { main } from '../../src/lint-main.ts';
import type { Io } from '../../src/model/io.ts';
import { doEdit, edits, type Edit } from '../lint-cache/edits.ts';
import { runs } from '../runs.ts';

const bookshop = path.join(import.meta.dirname, '../../examples/bookshop');

/** Everything around the files. */
interface Around {
  readonly build: string;
  readonly day: number;
  readonly env: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  readonly isTerminal: boolean;
}

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

interface Said {
  readonly exit: number;
  readonly printed: readonly (readonly [stream: string, text: string])[];
}

/** So late that every file has settled. */
const start = Date.parse('2040-06-01T00:00:00Z');

async function lint(root: string, around: Around, texts: Map<string, string> | undefined) {
  const printed: [string, string][] = [];
  const argv = ['lint', ...around.options];
  const io: Io = {
    stdout: (text) => void printed.push(['stdout', text]),
    stderr: (text) => void printed.push(['stderr', text]),
    stdin: () => Promise.resolve(''),
    env: around.env,
    cwd: root,
    stdoutIsTerminal: around.isTerminal,
    stderrIsTerminal: around.isTerminal,
    columns: 100,
    clock: { now: () => new Date(start + around.day * 86_400_000), sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
    ...(texts === undefined
      ? {}
      : {
          cache: {
            build: around.build,
            read: (name: string) => texts.get(name),
            write: (name: string, text: string) => void texts.set(name, text),
          },
        }),
  };
  const again = repeatAnswer(argv, io);
  const said: Said = { exit: again ?? (await main(argv, io)), printed };
  return { said, isRepeated: again !== undefined };
}

function damaged(text: string, at: number): string {
  const place = at % text.length;
  return at % 3 === 0 ? text.slice(0, place) : `${text.slice(0, place)}~${text.slice(place + 1)}`;
}

test('the answer is that of a run without a cache', async () => {
  let repeated = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 6 }), async (all) => {
      const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'edgewright-again-')));
      const root = path.join(home, 'bookshop');
      cpSync(bookshop, root, { recursive: true });
      try {
        const texts = new Map<string, string>();
        let around: Around = { build: 'this', day: 0, env: {}, options: [], isTerminal: false };
        await lint(root, around, texts);
        for (const step of all) {
          if ('edit' in step) doEdit(root, step.edit);
          else if ('around' in step) around = { ...around, ...step.around };
          else for (const [name, text] of texts) texts.set(name, damaged(text, step.damage));
          const fresh = await lint(root, around, undefined);
          expect((await lint(root, around, texts)).said).toEqual(fresh.said);
          const second = await lint(root, around, texts);
          expect(second.said).toEqual(fresh.said);
          if (second.isRepeated) repeated++;
        }
      } finally {
        rmSync(home, { recursive: true });
      }
    }),
    { numRuns: runs(20) },
  );
  expect(repeated).toBeGreaterThan(runs(30));
}, 240_000);
