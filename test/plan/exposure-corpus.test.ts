/**
 * Pairs of changes that an attacker would hide and everyday changes, run through the whole planner: declared, live and
 * recorded state in, refusal or none out. A change that removes protection and passes is a security hole; too many
 * refused harmless changes, and reviewers stop reading refusals.
 */
import { expect, test } from 'vitest';
import { exposureText } from '../../src/report/plan/words/exposure-words.ts';
import { planExitCode } from '../../src/plan/finish/exit-code.ts';
import { exposurePairs, planOfPair } from './exposure-pair.ts';

/** Whether the change needs an approval; for a change that only the dashboard can make, whether the plan reports it. */
function isWeaker({ made, address }: ReturnType<typeof planOfPair>): boolean {
  if (address.startsWith('tls-edge')) return made.steps.some(({ weakened }) => weakened !== undefined);
  const isRefused = made.refusals.some(
    ({ gate, addresses }) => gate === 'exposure' && addresses.includes(address as never),
  );
  expect(planExitCode(made, { isDetailed: false })).toBe(isRefused ? 6 : 0);
  return isRefused;
}

const judged = exposurePairs.map(({ title, pair }) => ({ title, pair, found: planOfPair(pair) }));

test('no change is missed, and no harmless one is refused', () => {
  const all = {
    weaker: judged.filter(({ pair }) => pair.expect === 'weaker'),
    harmless: judged.filter(({ pair }) => pair.expect === 'harmless'),
  };
  expect(all.weaker.length + all.harmless.length).toBe(exposurePairs.length);
  expect(all.weaker.length).toBeGreaterThanOrEqual(150);
  expect(all.harmless.length).toBeGreaterThanOrEqual(100);
  const missed = all.weaker.filter(({ found }) => !isWeaker(found)).map(({ title }) => title);
  const alarms = all.harmless
    .filter(({ found }) => isWeaker(found))
    .map(
      ({ title, found }) =>
        `${title}: ${found.made.steps.flatMap(({ exposure }) => (exposure?.reasons ?? []).map((reason) => exposureText(reason))).join('; ')}`,
    );
  process.stdout.write(
    `exposure: ${all.weaker.length} weaker, ${missed.length} missed; ${all.harmless.length} harmless, ${alarms.length} false alarms\n`,
  );
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});

test('each pair changes the request, unless both sides mean the same', () => {
  const kept = judged.filter(({ found }) => found.made.steps.every(({ action }) => action === 'keep'));
  const blocked = judged.filter(({ found }) => found.made.steps.some(({ action }) => action === 'blocked'));
  expect(blocked.map(({ title }) => title)).toEqual([]);
  expect(kept.filter(({ pair }) => pair.expect === 'weaker').map(({ title }) => title)).toEqual([]);
  expect(kept.length).toBeLessThan(exposurePairs.length / 20);
});

test('everything that becomes less protected is reported', () => {
  const facts = judged.flatMap(({ found }) =>
    found.made.steps.flatMap(({ exposure }) => exposure?.reasons ?? []),
  );
  expect(facts.length).toBeGreaterThan(150);
  for (const fact of facts) expect(exposureText(fact)).toMatch(/\S/);
});

test('the reasons of pairs are unique', () => {
  const all = exposurePairs.map(({ pair }) => pair.why);
  expect(all.filter((why, at) => all.indexOf(why) !== at)).toEqual([]);
});
