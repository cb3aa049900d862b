import { ForgeError } from '../../../model/forge.ts';
import type { ForgeClient } from './forge-client.ts';

/** Removes an object that another run may have removed first. */
export async function removeIfThere(client: ForgeClient, path: string): Promise<void> {
  try {
    await client.ask({ method: 'DELETE', path });
  } catch (error) {
    if (!(error instanceof ForgeError) || error.problem !== 'missing') throw error;
  }
}
