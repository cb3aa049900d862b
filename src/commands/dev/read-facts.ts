import type { ChosenFacts } from '../../dev/request/facts-of-request.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { plainValue } from '../../derive/schema/plain-value.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { isJsonMap } from '../../text/json/json-access.ts';
import { readTests, requestFactsOf } from '../../workspace/settings/request-tests.ts';

/** Facts as YAML: those of `given:` in a test, with those of its `from:` below `from`. */
export function readFacts(text: string): ChosenFacts | { readonly problem: string } {
  const [document] = readYaml({ path: 'facts', text }).documents;
  const value =
    document?.root === undefined || document.isBroken === true ? undefined : plainValue(document.root);
  if (!isJsonMap(value))
    return { problem: 'expected facts as YAML, such as `{ login: { email: ann@example.com } }`' };
  const { from = {}, given, ...facts } = value;
  return checkedFacts({ from, given: isJsonMap(given) ? { ...given, ...facts } : facts });
}

/** Facts as plain data, checked as those of a test are. */
export function checkedFacts(facts: {
  readonly from: unknown;
  readonly given: unknown;
}): ChosenFacts | { readonly problem: string } {
  const test = { name: 'dev', request: 'https-edge/any', expect: { status: 200 }, ...facts };
  const source = { path: 'facts', text: JSON.stringify({ tests: [test] }) };
  const diagnostics: Diagnostic[] = [];
  for (const document of readYaml(source).documents) readTests({ source, diagnostics }, document);
  const [first] = diagnostics;
  if (first !== undefined) {
    const help = first.help ?? first.fix?.title;
    return { problem: [first.message, ...(help === undefined ? [] : [help])].join('; ') };
  }
  const { from, given } = requestFactsOf({ request: 'https-edge/any', ...facts });
  return { from, given };
}
