/**
 * Policies that people have published, cleaned; some have real mistakes. What is an error of them is listed with the
 * reason why it is right, and what a reader could dispute is counted.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { parsePolicy } from '../../../src/derive/policy/traffic-policy.ts';
import { checkTrafficPolicy } from '../../../src/lint/traffic-policy/check-traffic-policy.ts';
import { policiesOfCorpus } from './corpus.ts';

/** The reasons by policy. */
const right = parse(readFileSync(new URL('corpus-errors.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly { readonly error: string; readonly why: string }[]>
>;

const found = policiesOfCorpus().map(({ id, text }) => {
  const parsed = parsePolicy(text);
  const tree = 'tree' in parsed ? parsed.tree : null;
  // Of an unknown protocol, with an upstream of its own.
  const carrier = { isCloud: false, isInternal: false };
  const mistakes = checkTrafficPolicy(tree, { carrier, ownActions: new Map() });
  return { id, problem: 'mistakes' in parsed ? parsed.mistakes[0].message : undefined, mistakes };
});

const infos = new Set(['traffic-policy-deprecated']);
const warnings = new Set(['traffic-policy-placeholder', 'traffic-policy-no-effect']);

test('the corpus has 400 policies', () => {
  expect(found.length).toBe(400);
});

test('each error is listed with the reason why it is right', () => {
  const errors = Object.fromEntries(
    found.flatMap(({ id, problem, mistakes }) => {
      const own = mistakes
        .filter(({ rule, severity }) => severity === undefined && !infos.has(rule) && !warnings.has(rule))
        .map(({ rule, inside, message }) => `${rule} ${inside.join('/')}: ${message}`);
      const all = problem === undefined ? own : [`traffic-policy-parse: ${problem}`, ...own];
      return all.length === 0 ? [] : [[id, all] as const];
    }),
  );
  const listed = Object.fromEntries(
    Object.entries(right).map(([id, some]) => [id, some.map(({ error }) => error)]),
  );
  expect(errors).toEqual(listed);
});

test('at most twelve warnings are debatable', () => {
  // Placeholders and keys of headers in upper case are as documented, and so is a version that is a string; former
  // names
  // are named with today's.
  const debatable = found.flatMap(({ id, mistakes }) =>
    mistakes
      .filter(
        ({ rule, severity, message }) =>
          severity === 'warn' &&
          !/^traffic-policy-(?:placeholder|no-effect)$/.test(rule) &&
          !/former name|_version. must be a string, not a number/.test(message),
      )
      .map(({ message }) => `${id}: ${message}`),
  );
  expect(debatable.length).toBeLessThanOrEqual(12);
});
