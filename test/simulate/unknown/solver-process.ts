/**
 * Answers questions in SMT-LIB 2 from standard input, a JSON list, as a JSON list: in a process of its own, which ends.
 */
import { readFileSync } from 'node:fs';
import { init } from 'z3-solver';

/** The memory of the solver, of which its library has no types. */
interface SolverMemory {
  readonly HEAPU32: Uint32Array;
  readonly _malloc: (size: number) => number;
  readonly _free: (address: number) => void;
  readonly async_call: (start: () => void) => Promise<string>;
  readonly _async_Z3_eval_smtlib2_string: (context: number, text: number) => void;
}

const { Z3, em } = await init();
const memory = em as SolverMemory;

/** The library frees a text before its thread has read it: this one is kept until there is an answer. */
async function answerTo(question: string): Promise<string> {
  const config = Z3.mk_config();
  const context = Z3.mk_context(config);
  Z3.del_config(config);
  const bytes = Buffer.from(`${question}\0`);
  const address = memory._malloc(bytes.length);
  new Uint8Array(memory.HEAPU32.buffer).set(bytes, address);
  const answer = await memory.async_call(() =>
    memory._async_Z3_eval_smtlib2_string(Number(context), address),
  );
  memory._free(address);
  Z3.del_context(context);
  return answer.trim();
}

const answers: string[] = [];
for (const question of JSON.parse(readFileSync(0, 'utf8')) as readonly string[])
  answers.push(await answerTo(question));
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
