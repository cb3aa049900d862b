import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { matchesOnly } from '../../../src/text/patterns/address-filter.ts';
import type { Address } from '../../../src/model/workspace/address.ts';

interface Case {
  readonly filter: string;
  readonly yes?: readonly Address[];
  readonly no?: readonly Address[];
}

const cases = parse(
  readFileSync(new URL('address-filter-cases.yaml', import.meta.url), 'utf8'),
) as readonly Case[];

test.each(cases)('$filter', ({ filter, yes = [], no = [] }) => {
  expect(yes.filter((address) => !isSelected(filter, address))).toEqual([]);
  expect(no.filter((address) => isSelected(filter, address))).toEqual([]);
});

function isSelected(filter: string, address: Address): boolean {
  const labels: Record<string, string> = address === 'endpoint/labelled' ? { team: 'pay' } : {};
  return matchesOnly({ address, labels }, [filter]);
}
