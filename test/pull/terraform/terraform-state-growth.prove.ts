import { growth, mostGrowth } from '../../work.ts';
import { expect, test } from 'vitest';
import { readTerraformState } from '../../../src/pull/terraform/read-terraform-state.ts';

test('a Terraform state is read with work in proportion to its size', async () => {
  const reading = (count: number) => {
    const resources = Array.from({ length: count }, (_, index) => ({
      mode: 'managed',
      type: 'edge_https_route',
      name: `r${index}`,
      instances: [{ attributes: { id: `edghtsrt_${index}`, edge_id: 'edghts_1', notes: 'x'.repeat(500) } }],
    }));
    const text = JSON.stringify({ version: 4, resources });
    return (): void => expect(readTerraformState(text, 'big.tfstate').objects).toHaveLength(count);
  };
  expect(await growth(reading, 300)).toBeLessThan(mostGrowth);
});
