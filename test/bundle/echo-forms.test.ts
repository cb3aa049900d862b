/** The same through what is shipped: masks are recognized by regular expressions, which a bundle may hold in other bytes. */
import { vi } from 'vitest';
import { describeEchoForms } from '../pipeline/echo-forms.ts';

vi.mock('../../src/main.ts', async () => {
  const { shippedMain } = await import('./shipped-main.ts');
  return { main: shippedMain };
});

describeEchoForms();
