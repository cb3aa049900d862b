/**
 * Lint and the local API say the same of every document, in whatever layer the value stands: what the API refuses is an
 * error of lint (else apply fails half way), and what a rule refuses that the API's description states, the local API
 * refuses too (else what was tried against it fails at the service). Every document is made from the tables of the
 * kinds, most with one thing made wrong.
 *
 * `npm run prove models` asks about all of them, `npm test` about 100. `AGREE=3000` asks about so many, `AGREE_SEED=7`
 * takes them in another order, made from other specs, and `AGREE_ONLY=123` asks about one, by the number that a failure
 * prints.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { documentOf, plansFor, type Document } from './documents.ts';
import { reasonFor, reasons, type Disagreement, type Reason } from './reasons.ts';
import { markedBody, verdictsOn, type Verdicts } from './verdicts.ts';

const seed = Number(process.env['AGREE_SEED'] ?? 1);
const only = process.env['AGREE_ONLY'];
const most = Number(process.env['AGREE'] ?? 100);

const asked = { documents: 0, right: 0, refusedByBoth: 0, takenByBoth: 0, excused: 0 };
const used = new Set<Reason>();
const faults: string[] = [];

test('lint and the local API agree', { timeout: 1e8 }, () => {
  for (const [index, plan] of plansFor(seed).entries()) {
    if (asked.documents >= most) break;
    if (only !== undefined && Number(only) !== index) continue;
    const document = documentOf(plan, seed + index);
    if (document === undefined) continue;
    asked.documents++;
    for (const fault of faultsIn(document)) faults.push(`AGREE_ONLY=${index}: ${document.name}: ${fault}`);
  }
  const { documents, excused } = asked;
  process.stdout.write(
    `${documents} documents, ${faults.length} disagreements; ${excused} for one of the reasons in test/agree/reasons.yaml\n`,
  );
  expect(faults).toEqual([]);
});

test.runIf(most === Infinity)('every reason explains a disagreement', () => {
  expect(reasons.filter((reason) => !used.has(reason)).map(({ says }) => says)).toEqual([]);
});

test.runIf(only === undefined)('there are documents of every sort', () => {
  const { documents, right, refusedByBoth, takenByBoth } = asked;
  expect([right, refusedByBoth, takenByBoth].every((count) => count > documents / 100)).toBe(true);
});

function faultsIn(document: Document): readonly string[] {
  const verdicts = verdictsOn(document);
  const { errors, refusals } = verdicts;
  if (document.mistake === undefined) {
    asked.right++;
    const problems = [...errors, ...refusals];
    return problems.length === 0
      ? sentFaults(document, verdicts)
      : [`it is right, but ${problems.join('; ')}`];
  }
  if (errors.length > 0 && refusals.length > 0) asked.refusedByBoth++;
  if (errors.length === 0 && refusals.length === 0) asked.takenByBoth++;
  const disagreement = disagreementOf(document.mistake.name, verdicts);
  if (disagreement === undefined) return sentFaults(document, verdicts);
  const reason = reasonFor(disagreement);
  if (reason === undefined) return [`${disagreement.side} alone refuses: ${disagreement.says}`];
  used.add(reason);
  asked.excused++;
  return [];
}

function disagreementOf(
  of: string,
  { errors, must, messages, refusals }: Verdicts,
): Disagreement | undefined {
  const [refusal] = refusals;
  // Of a policy, both have the same words; lint has others for a policy in the form of a different kind.
  const isOfPolicy =
    refusal?.startsWith('`traffic_policy') === true &&
    refusal.includes(' is invalid: ') &&
    !errors.includes('traffic-policy-form');
  const isSame = isOfPolicy
    ? messages.some((message) => refusal.includes(` is invalid: ${message}`))
    : errors.length > 0;
  if (refusal !== undefined && !isSame) return { side: 'api', says: refusal, of };
  const [rule] = must;
  return refusal === undefined && rule !== undefined ? { side: 'lint', says: rule, of } : undefined;
}

/** Differences between the sent and the intended body of a document without lint errors. */
function sentFaults({ meant }: Document, { errors, sent }: Verdicts): readonly string[] {
  if (errors.length > 0 || sent === undefined) return [];
  const isSame = isDeepStrictEqual(JSON.parse(sent), JSON.parse(markedBody(meant)));
  return isSame ? [] : [`${sent} is sent, but ${markedBody(meant)} is meant`];
}
