import type { ChangedTest, TestedSide } from '../../model/traffic/got.ts';
import { gotText } from './request-words.ts';

/** `was a login with google, will be 200 from backend/shop: the test fails`. */
export function changedTestText({ before, after }: ChangedTest): string {
  const [was, is] = [sideText(before), sideText(after)];
  const result = resultWords[after.result];
  return `was ${was}, will be ${is}${result === '' ? '' : `: ${result}`}`;
}

function sideText({ result, got }: TestedSide): string {
  return result === 'undecided' ? 'undecided' : gotText(got);
}

const resultWords: Readonly<Record<TestedSide['result'], string>> = {
  ok: '',
  failed: 'the test fails',
  undecided: 'the test is undecided',
};

/** The heading of the block. */
export const changedTestsTitle = 'Requests with another outcome';
