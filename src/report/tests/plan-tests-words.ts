import type { ChangedTest, TestedSide } from '../../model/traffic/got.ts';
import { decidedGot, resultsText, resultText, unknownText } from './request-words.ts';

/** `was a login with google, will be 200 from backend/shop: the test fails`; of drift, `is` in place of `will be`. */
export function changedTestText({ before, after }: ChangedTest, verb: 'is' | 'will be' = 'will be'): string {
  const [was, is] = [sideText(before), sideText(after)];
  const result = resultWords[after.result];
  return `was ${was}, ${verb} ${is}${result === '' ? '' : `: ${result}`}`;
}

function sideText(side: TestedSide): string {
  const { results, missing } = side;
  if (decidedGot(side) !== undefined) return resultsText(results);
  const [first] = missing;
  return `${resultText({ results, missing })}${first === undefined ? '' : ` (${unknownText(first)})`}`;
}

const resultWords: Readonly<Record<TestedSide['result'], string>> = {
  ok: '',
  failed: 'the test fails',
  undecided: 'the test is undecided',
};

/** The heading of the block. */
export const changedTestsTitle = 'Requests with another outcome';
