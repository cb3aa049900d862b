import type { Contradiction } from '../../model/traffic/contradiction.ts';
import type { VariableScope } from '../cel/cel-evaluation.ts';
import { fail, UnknownFact } from '../scope-values.ts';
import { Term, type Ask } from '../unknown/term.ts';

interface RandomCall {
  readonly call: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** Where numbers come from that no test gives. `ask`: the request is not given. */
interface RandomSource {
  readonly ask?: Ask | undefined;
  /** A number from 0 up to 1, for each call by its order of use. */
  readonly observed?: ((call: number) => number) | undefined;
}

/** The random numbers that a test gives: one for all calls, or one for each in order of use. */
export class RandomNumbers {
  readonly #given: number | readonly number[] | undefined;
  readonly #contradict: (contradiction: Contradiction) => void;
  readonly #ask: Ask | undefined;
  readonly #observed: ((call: number) => number) | undefined;
  #used = 0;

  constructor(
    given: number | readonly number[] | undefined,
    contradict: (contradiction: Contradiction) => void,
    { ask, observed }: RandomSource = {},
  ) {
    this.#given = given;
    this.#contradict = contradict;
    this.#ask = ask;
    this.#observed = observed;
  }

  /** The number that a call returns. Of a request that is not given, calls are told apart by their order of use. */
  next({ call, least, most, isWhole }: RandomCall): number | Term {
    const at = this.#used++;
    if (this.#ask !== undefined)
      return new Term(this.#ask, `random ${at + 1} of ${call}`, { type: isWhole ? 'int' : 'double' });
    const isList = typeof this.#given === 'object';
    if (this.#given === undefined && this.#observed !== undefined) {
      const share = this.#observed(at);
      return isWhole ? least + Math.floor(share * (most - least + 1)) : least + share * (most - least);
    }
    const number = isList ? this.#given[at] : this.#given;
    const unknown = {
      why: 'not-given',
      of: call,
      give: isList && number === undefined ? `given.random[${at}]` : 'given.random',
    } as const;
    if (number === undefined) throw new UnknownFact(unknown);
    if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
    const returns = `${isWhole ? 'an integer' : 'a number'} from ${least} to ${most}`;
    this.#contradict({ code: 'out-of-range', give: 'given.random', number, call, returns });
    throw new UnknownFact(unknown);
  }
}

export function randomDouble(scope: VariableScope): number | Term {
  return randomNumber(scope, { call: 'rand.double()', least: 0, most: 1, isWhole: false });
}

/** With both bounds among the results, which is assumed. */
export function randomInt(scope: VariableScope, least = 0n, most = 1n): bigint | Term {
  const call = `rand.int(${least}, ${most})`;
  if (least < 0n || most < least) fail(`\`${call}\` has no number to choose from`);
  const number = randomNumber(scope, { call, least: Number(least), most: Number(most), isWhole: true });
  return number instanceof Term ? number : BigInt(number);
}

function randomNumber(scope: VariableScope, call: RandomCall): number | Term {
  const numbers = scope.read('given.random');
  if (numbers instanceof RandomNumbers) return numbers.next(call);
  throw new UnknownFact({ why: 'not-given', of: call.call, give: 'given.random' });
}
