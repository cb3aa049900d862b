/**
 * Changes as an attacker would hide them, and changes as a reviewer makes them every day, through the whole plan: what
 * is declared, live and recorded, to a refusal or none. A weaker one that passes is a hole; too many harmless ones that
 * are refused, and nobody reads refusals any more.
 */
import { expect, test } from 'vitest';
import { exposureText } from '../../src/report/plan/words/exposure.ts';
import { planExitCode } from '../../src/plan/finish/exit-code.ts';
import { exposurePairs, planOfPair } from './exposure-pair.ts';

/** Refused until somebody approves it; of what only a dashboard can do, said of the change. */
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
        `${title}: ${found.made.steps.flatMap(({ exposure }) => (exposure?.reasons ?? []).map(exposureText)).join('; ')}`,
    );
  process.stdout.write(
    `exposure: ${all.weaker.length} weaker, ${missed.length} missed; ${all.harmless.length} harmless, ${alarms.length} false alarms\n`,
  );
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});

test('what is compared is really sent, but for what means the same', () => {
  const kept = judged.filter(({ found }) => found.made.steps.every(({ action }) => action === 'keep'));
  const blocked = judged.filter(({ found }) => found.made.steps.some(({ action }) => action === 'blocked'));
  expect(blocked.map(({ title }) => title)).toEqual([]);
  expect(kept.filter(({ pair }) => pair.expect === 'weaker').map(({ title }) => title)).toEqual([]);
  expect(kept.length).toBeLessThan(exposurePairs.length / 20);
});

test('whatever makes something less protected is said', () => {
  const facts = judged.flatMap(({ found }) =>
    found.made.steps.flatMap(({ exposure }) => exposure?.reasons ?? []),
  );
  expect(facts.length).toBeGreaterThan(150);
  for (const fact of facts) expect(exposureText(fact)).toMatch(/\S/);
});

test('each pair says why, once', () => {
  const all = exposurePairs.map(({ pair }) => pair.why);
  expect(all.filter((why, at) => all.indexOf(why) !== at)).toEqual([]);
});
