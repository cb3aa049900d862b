import { growth, mostGrowth } from '../work.ts';
import { expect, test } from 'vitest';
import { completionContext } from '../../src/lsp/completion/completion-context.ts';

test.each(['[', '{ ', '- ', '"', 'a: ', '$(', '# '])(
  'work grows with the size of a text of %j',
  async (piece) => {
    const prepare = (count: number) => {
      const text = `kind: endpoint\nspec:\n  a: ${piece.repeat(count)}`;
      return () => completionContext(text, text.length);
    };
    expect(await growth(prepare, 1000)).toBeLessThan(mostGrowth);
  },
);
