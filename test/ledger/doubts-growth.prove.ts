import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import { settledBy } from '../../src/ledger/settled-doubts.ts';
import { emptyLedger } from '../../src/ledger/state.ts';
import type { LedgerState } from '../../src/model/ledger/ledger.ts';
import type { Live } from '../../src/model/live.ts';
import type { Address } from '../../src/model/workspace/address.ts';

const since = '2026-01-02T03:04:05Z';

test('settling creates takes work in proportion to their number', async () => {
  const prepare = (size: number) => {
    const numbers = Array.from({ length: size }, (_, index) => index);
    const unknown: LedgerState['unknown'] = Object.fromEntries(
      numbers.map((each) => [
        `endpoint/lost-${each}`,
        { kind: 'endpoint', op: `op${each}`, identity: { url: `https://lost-${each}.example.com` }, since },
      ]),
    );
    const listed = numbers.map((each): Live => ({
      kind: 'endpoint',
      id: `ep_${each}`,
      spec: { url: `https://other-${each}.example.com` },
      isManageable: true,
    }));
    const context = {
      readAt: new Date('2026-01-02T03:06:00Z'),
      declared: new Set<Address>(),
      isSecret: undefined,
    };
    return () =>
      expect(
        settledBy(
          { ...emptyLedger({ environment: 'production', lineage: 'here', api: '' }), unknown },
          { listed },
          context,
        ),
      ).toHaveLength(size);
  };
  expect(await growth(prepare, 100)).toBeLessThan(mostGrowth);
});
