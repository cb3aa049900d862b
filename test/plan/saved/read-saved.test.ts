import { documentProblemText } from '../../../src/report/plan/words/document-problem-words.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan, PlanBinding } from '../../../src/model/plan/plan.ts';
import type { Json, JsonObject } from '../../../src/model/value.ts';
import { jsonText } from '../../../src/report/text/json.ts';
import { planDocument, planJson } from '../../../src/report/plan/json/plan-json.ts';
import { planOf } from '../../../src/plan/saved/plan-of.ts';
import { readSaved, savedText, type OpenedPlan } from '../../../src/plan/saved/read-saved.ts';
import { plansOfCases } from '../with-hashes.ts';
import { runs, share } from '../../runs.ts';

const key = '0123456789abcdef0123456789abcdef';
const bound: PlanBinding = {
  tool: '0.1.0',
  api: 'https://api.example.com',
  desired: 'a'.repeat(64),
  only: [],
  allowed: { exposure: ['endpoint/a'], deletes: 1, changedPercent: 50 },
};
const plans = plansOfCases().map((made): Plan => ({ ...made, bound }));
/** The shortest with a secret. */
const some = plans
  .filter(({ steps }) => JSON.stringify(steps).includes('"with":"secret"'))
  .sort((a, b) => planJson([a]).length - planJson([b]).length)[0]!;

const keyed = { key, print: jsonText };
const keyless = { key: undefined, print: jsonText };
const save = (each: Plan, reading = keyed as typeof keyed | typeof keyless): string =>
  savedText(documentOf(each), reading);
const read = (
  text: string,
  reading = keyed as typeof keyed | typeof keyless,
): OpenedPlan | { readonly problem: string } => {
  const result = readSaved(text, reading);
  return 'problem' in result ? { problem: documentProblemText(result.problem, 'saved plan') } : result;
};

test('every plan of the cases is read as it was written', () => {
  for (const each of share(plans)) {
    const opened = read(save(each)) as OpenedPlan;
    expect(opened).toMatchObject({ signature: 'valid' });
    // Data that only planning needs is not in the document, and so not in the plan that is read.
    const back = planOf(opened.plan);
    expect(withoutHashes(planJson([back]))).toEqual(withoutHashes(planJson([each])));
  }
});

test('a secret of a plan that is read is a reference, or never was one of ours', () => {
  const back = planOf((read(save(some)) as OpenedPlan).plan);
  const bodies = (each: Plan): unknown => each.steps.map(({ requests }) => requests.map(({ body }) => body));
  expect(bodies(back)).toEqual(bodies(some));
});

describe('a signed plan', () => {
  test('is refused when any one byte of it is another', () => {
    const bytes = Buffer.from(save(some));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      // Another printable letter, so that it is still UTF-8.
      changed[at] = changed[at] === 0x61 ? 0x62 : 0x61;
      expect(read(changed.toString()), `byte ${at}`).toHaveProperty('problem');
    }
  });

  test('is refused when white space comes in, goes or becomes other white space', () => {
    const text = save(some);
    for (const changed of [
      ` ${text}`,
      `${text}\n`,
      text.trimEnd(),
      text.replace('\n', '\r\n'),
      text.replace('  ', '\t'),
    ]) {
      expect(read(changed)).toHaveProperty('problem');
    }
  });

  test('is refused wherever it is cut off, with the place', () => {
    const text = save(some);
    const ends = Array.from({ length: 200 }, (_, index) => Math.floor((text.length * index) / 200));
    for (const end of ends) {
      expect(read(text.slice(0, end))).toMatchObject({
        problem: expect.stringMatching(/cannot be read at \d+:\d+: /) as string,
      });
    }
  });

  test('is refused when somebody signs what they changed with another key, or takes the signature off', () => {
    expect(read(save(some, { ...keyed, key: 'f'.repeat(32) }))).toMatchObject({
      problem: expect.stringContaining('signature does not match') as string,
    });
    expect(read(save(some, keyless))).toMatchObject({
      problem: expect.stringContaining('is not signed') as string,
    });
    expect(read(save(some), keyless)).toMatchObject({ signature: 'unchecked' });
    expect(read(save(some, keyless), keyless)).toMatchObject({ signature: 'none' });
  });
});

test('a document of any shape, with a right seal, is read or refused with a place: it never ends in a crash', () => {
  const document = documentOf(some);
  const places = pathsIn(document);
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.constantFrom(...places), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }))),
        { minLength: 1, maxLength: 3 },
      ),
      (changes) => {
        const changed = structuredClone(document);
        for (const [path, value] of changes) setAt(changed, path, value as Json | undefined);
        const result = read(savedText(JSON.parse(JSON.stringify(changed)) as JsonObject, keyed));
        if ('problem' in result)
          expect(result.problem).toMatch(/at \/|format|not a valid saved plan|reformatted|is malformed/);
        else expect(() => planJson([planOf(result.plan)])).not.toThrow();
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('a fact of a saved plan', () => {
  type Stated = Record<string, Json>;
  const exposed = plans.find(({ steps }) => steps.some(({ exposure }) => exposure !== undefined))!;
  /** Sealed again after a change of its first reason for exposure. */
  const changed = (change: (fact: Stated) => void): ReturnType<typeof read> => {
    const document = structuredClone(documentOf(exposed)) as {
      plans: { steps: { exposure?: { reasons: Stated[] } }[] }[];
    };
    const facts = document.plans.flatMap(({ steps }) =>
      steps.flatMap(({ exposure }) => exposure?.reasons ?? []),
    );
    change(facts[0]!);
    return read(savedText(document, keyed));
  };

  test('is told by its code and data: its sentence is not trusted', () => {
    const opened = changed((fact) => (fact['text'] = 'nothing to see here')) as OpenedPlan;
    expect(planJson([planOf(opened.plan)])).not.toContain('nothing to see here');
  });

  test.each<[string, (fact: Stated) => void]>([
    ['code', (fact) => (fact['code'] = 'harmless')],
    [
      'data',
      (fact) => {
        for (const name of Object.keys(fact)) if (name !== 'code' && name !== 'text') fact[name] = { a: 1 };
      },
    ],
  ])('is refused when its %s is not known', (_what, change) => {
    expect(changed(change)).toMatchObject({
      problem: expect.stringMatching(
        /^is malformed at \/plans\/0\/steps\/\d+\/exposure\/reasons\/0: /,
      ) as string,
    });
  });
});

test('a plan of a ledger with a serial below 0 is refused', () => {
  const document = structuredClone(documentOf(some)) as { plans: { serial: number }[] };
  document.plans[0]!.serial = -1;
  expect(read(savedText(document as unknown as JsonObject, keyed))).toMatchObject({
    problem: 'is malformed at /plans/0/serial: must be >= 0',
  });
});

test('any text is read or refused, and never ends in a crash', () => {
  const text = save(some);
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 20 }))
    .map(([at, length, by]) => text.slice(0, at) + by + text.slice(at + length));
  fc.assert(
    fc.property(fc.oneof(cut, fc.string(), fc.json()), (any) => {
      const result = read(any);
      if ('problem' in result) expect(result.problem).not.toBe('');
      else expect(any).toBe(text);
    }),
    { numRuns: runs(1000) },
  );
});

test('what nests without end is refused', () => {
  expect(read('['.repeat(1_000_000))).toMatchObject({
    problem: expect.stringContaining('nested deeper') as string,
  });
});

function documentOf(each: Plan): JsonObject {
  return JSON.parse(JSON.stringify(planDocument([each]))) as JsonObject;
}

function withoutHashes(json: string): unknown {
  return JSON.parse(json, (name, value: unknown) => (name === 'desired_hash' ? undefined : value));
}

function pathsIn(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? inner : [path, ...inner];
}

function setAt(document: JsonObject, path: readonly (string | number)[], value: Json | undefined): void {
  let at = document as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    const next = at[step];
    if (typeof next !== 'object' || next === null) return;
    at = next as Record<string | number, unknown>;
  }
  const last = path.at(-1)!;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
}
